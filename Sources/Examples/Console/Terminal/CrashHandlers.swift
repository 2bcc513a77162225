/// Ends the program as a crash should end it: the terminal is given back, the backtracer prints
/// what it has found without a question, and the status is that of the signal.
package enum CrashHandlers {
  /// Traps and aborts of the program itself, and signals from outside whose default effect ends a
  /// program.
  private static let fatal = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2,
    SIGXCPU, SIGXFSZ,
  ]

  /// The actions that were there first, such as those of Swift's backtracer, by signal number.
  ///
  /// Allocated once and never freed, as a signal can come at any time. Safe: all of it is
  /// initialized before its address is known to anybody.
  private static let previous: Int = {
    let table = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    unsafe table.initialize(repeating: sigaction(), count: 64)
    return Int(bitPattern: table)
  }()

  /// Handles every signal that is not ignored already.
  package static func install() {
    for signal in fatal {
      var action = unsafe sigaction { unsafe CrashHandlers.arrived($0, $1, $2) }
      // The backtracer must be able to handle a fault of its own while it handles this one.
      action.sa_flags |= Int32(SA_NODEFER)
      guard let slot = unsafe slot(signal), unsafe sigaction(signal, nil, slot) == 0 else {
        continue
      }
      if unsafe !slot.pointee.isIgnored { unsafe sigaction(signal, &action, nil) }
    }
  }

  /// Async-signal-safe.
  private static func arrived(
    _ signal: Int32, _ details: UnsafeMutablePointer<siginfo_t>?,
    _ context: UnsafeMutableRawPointer?
  ) {
    guard let slot = unsafe slot(signal) else { return }
    // Should giving back the terminal fault, the handler that was there first gets that fault.
    unsafe sigaction(signal, slot, nil)
    Restoration.perform()
    // Safe: `install` has filled the slot before it installed this handler for the signal.
    //
    // Called rather than left to come next: it returns, and a program that was only sent the signal
    // would go on after it, beside a thread of the runtime that then spins for ever.
    unsafe slot.pointee.handler?(signal, details, context)
    var normal = sigaction()
    unsafe sigaction(signal, &normal, nil)
    raise(signal)
    // The first process of a container is not ended by a signal with its default effect.
    _exit(ExitStatus.signal(signal))
  }

  /// The place of a signal in the table; all numbers in `fatal` are below its 64.
  private static func slot(_ signal: Int32) -> UnsafeMutablePointer<sigaction>? {
    unsafe UnsafeMutablePointer<sigaction>(bitPattern: previous)?.advanced(by: Int(signal))
  }
}

// MARK: - The backtracer's question

extension CrashHandlers {
  /// Starts the program again with settings under which the backtracer asks nothing, if it would.
  ///
  /// On a terminal it waits half a minute for a key. The runtime has read its settings before
  /// `main` began, so they can only be changed for another start. Must come first, as nothing that
  /// was done before remains.
  package static func restartWithoutQuestion() {
    guard Descriptor.standardInput.isTerminal, Descriptor.standardOutput.isTerminal else { return }
    guard let settings = silentSettings(instead: environment(variable)),
      let path = executablePath
    else { return }
    // Safe: there is one thread yet; the arguments of the process live as long as it does.
    unsafe setenv(variable, settings, 1)
    // Where this fails the program goes on as it is: only the question remains.
    unsafe execv(path, CommandLine.unsafeArgv)
  }

  private static let variable = "SWIFT_BACKTRACE"

  /// The given settings and that nothing is asked; nil if they decide about it themselves.
  static func silentSettings(instead settings: String?) -> String? {
    let settings = settings ?? ""
    let keys = settings.split(separator: ",").map { $0.prefix { $0 != "=" } }
    if keys.contains("interactive") || settings.contains("enable=no") { return nil }
    // The brief form, which goes with the question by default.
    return "interactive=no,preset=friendly" + (settings.isEmpty ? "" : "," + settings)
  }
}
