#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Gives the terminal back when the program dies of a signal, then lets it die as it would have.
enum CrashHandlers {
  /// Traps and aborts of the program itself, and signals from outside that end a program unasked.
  private static let fatal = [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2,
    SIGXCPU, SIGXFSZ,
  ]

  /// The handlers that were there first, such as those of Swift's backtracer, by signal number.
  ///
  /// Allocated once and never freed, as a signal can come at any time.
  private static let previous: Int = {
    let table = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)
    unsafe table.initialize(repeating: sigaction(), count: 64)
    return Int(bitPattern: table)
  }()

  static func install() {
    for signal in fatal {
      var action = unsafe sigaction { number, details, _ in
        CrashHandlers.arrived(number, isFault: unsafe (details?.pointee.si_code ?? 0) > 0)
      }
      unsafe sigaction(signal, &action, slot(signal))
    }
  }

  /// Async-signal-safe.
  private static func arrived(_ signal: Int32, isFault: Bool) {
    Restoration.perform()
    unsafe sigaction(signal, slot(signal), nil)
    // A faulting instruction runs, and faults, once more. A signal that was sent must be sent again:
    // it is blocked here, so the handler that was there first gets it when this one returns.
    if !isFault { raise(signal) }
  }

  private static func slot(_ signal: Int32) -> UnsafeMutablePointer<sigaction>? {
    unsafe UnsafeMutablePointer<sigaction>(bitPattern: previous)?.advanced(by: Int(signal))
  }
}
