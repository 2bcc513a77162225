/// Ends a crashing program properly: restores the terminal, lets the backtracer print its findings
/// without a prompt, and exits with the status of the signal.
package enum CrashHandlers {
  /// Traps and aborts of the program itself, and external signals whose default effect ends a
  /// program.
  private static let fatal = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2,
    SIGXCPU, SIGXFSZ,
  ]

  /// The previous actions, such as those of Swift's backtracer, by signal number.
  ///
  /// Allocated once and never freed, because a signal can arrive at any time. Safe: it is
  /// completely initialized before its address is shared.
  private static let previous: Int = {
    let table = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    unsafe table.initialize(repeating: sigaction(), count: 64)
    return Int(bitPattern: table)
  }()

  /// Handles every signal that is not ignored.
  package static func install() {
    // Initializes what `arrived` uses: to wait for that, in a handler, may be to wait forever.
    _ = Restoration.isArmed
    for signal in fatal {
      var action = unsafe sigaction { unsafe CrashHandlers.arrived($0, $1, $2) }
      // The backtracer must be able to handle its own fault while it handles this one.
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
    // If restoring the terminal faults, the previous handler gets that fault.
    unsafe sigaction(signal, slot, nil)
    Restoration.perform()
    // Safe: `install` has filled the slot before it installed this handler for the signal.
    //
    // Called directly rather than left for the next fault: it returns, and a program that was
    // merely sent the signal would continue, beside a runtime thread that then spins forever.
    unsafe slot.pointee.handler?(signal, details, context)
    var normal = sigaction()
    unsafe sigaction(signal, &normal, nil)
    raise(signal)
    // The first process of a container is not ended by a signal with its default effect.
    _exit(ExitStatus.signal(signal))
  }

  /// The slot of a signal in the table; all numbers in `fatal` are below its 64.
  private static func slot(_ signal: Int32) -> UnsafeMutablePointer<sigaction>? {
    unsafe UnsafeMutablePointer<sigaction>(bitPattern: previous)?.advanced(by: Int(signal))
  }
}

// MARK: - The backtracer's prompt

extension CrashHandlers {
  /// Restarts the program with settings that keep the backtracer from prompting, if it would.
  ///
  /// On a terminal it waits half a minute for a key. The runtime has read its settings before
  /// `main`, so changing them requires a restart. Must be called first, because nothing done before
  /// remains.
  package static func restartWithoutQuestion() {
    guard Descriptor.standardInput.isTerminal, Descriptor.standardOutput.isTerminal else { return }
    guard let settings = silentSettings(instead: environment(variable)),
      let path = executablePath
    else { return }
    // Safe: there is only one thread yet; the arguments live as long as the process.
    unsafe setenv(variable, settings, 1)
    // If this fails, the program continues as it is: only the prompt remains.
    unsafe execv(path, CommandLine.unsafeArgv)
  }

  private static let variable = "SWIFT_BACKTRACE"

  /// The given settings without the prompt; nil if they already specify it.
  static func silentSettings(instead settings: String?) -> String? {
    let settings = settings ?? ""
    let keys = settings.split(separator: ",").map { $0.prefix { $0 != "=" } }
    if keys.contains("interactive") || settings.contains("enable=no") { return nil }
    // The brief form, which is otherwise the default only with the prompt.
    return "interactive=no,preset=friendly" + (settings.isEmpty ? "" : "," + settings)
  }
}
