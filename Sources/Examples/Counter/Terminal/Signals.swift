import Console
internal import Synchronization

/// Turns signals into bytes of a pipe, and so into events.
enum Signals {
  private static let pipeEnd = Atomic<Int32>(-1)
  /// Whether the program is on its way out: then one more SIGINT ends it on the spot.
  private static let isEnding = Atomic<Bool>(false)

  /// Takes over the signals that end, stop or resize the program; SIGPIPE becomes a write error.
  static func install(into pipe: WakePipe, isTerminal: Bool) {
    pipeEnd.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
    // Both are initialized by their first use, which must not be that of a handler.
    isEnding.store(false, ordering: .sequentiallyConsistent)
    signal(SIGPIPE, SIG_IGN)
    handle([SIGINT, SIGTERM], evenIfIgnored: true)
    handle([SIGHUP], evenIfIgnored: false)
    if isTerminal {
      handle([SIGCONT, SIGWINCH], evenIfIgnored: true)
      handle([SIGTSTP], evenIfIgnored: false)
    }
  }

  /// From now on a SIGINT does not wait for anything, not even for the main actor.
  static func beginEnding() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
  }

  /// Stops the process as Ctrl-Z does, unless it was started with that ignored.
  ///
  /// May return before the process has been stopped, so the signal is handled again only by `resume()`.
  ///
  /// - Parameter terminal: If this process is of its foreground job, the whole job stops.
  static func stopProcess(terminal: Int32) {
    var action = sigaction()
    guard unsafe sigaction(SIGTSTP, nil, &action) == 0, !action.isIgnored else { return }
    signal(SIGTSTP, SIG_DFL)
    let isForeground = tcgetpgrp(terminal) == getpgrp()
    // To the process and not by `raise` to this thread: those of the main queue block the signal.
    _ = kill(isForeground ? 0 : getpid(), SIGTSTP)
  }

  /// Handles SIGTSTP again after a stop.
  static func resume() {
    handle([SIGTSTP], evenIfIgnored: false)
  }

  private static func handle(_ signals: [Int32], evenIfIgnored: Bool) {
    for signal in signals {
      var action = unsafe sigaction { number, _, _ in Signals.arrived(number) }
      var previous = sigaction()
      guard unsafe sigaction(signal, &action, &previous) == 0 else { continue }
      if previous.isIgnored, !evenIfIgnored { _ = unsafe sigaction(signal, &previous, nil) }
    }
  }

  /// Async-signal-safe.
  private static func arrived(_ signal: Int32) {
    let code = errno
    if signal == SIGINT, isEnding.exchange(true, ordering: .sequentiallyConsistent) {
      Restoration.perform()
      _exit(128 + SIGINT)
    }
    WakePipe.put(UInt8(signal), into: pipeEnd.load(ordering: .sequentiallyConsistent))
    errno = code
  }
}

extension Lifecycle.Signal {
  init?(number: UInt8) {
    switch Int32(number) {
    case SIGINT: self = .interrupt
    case SIGTERM: self = .terminate
    case SIGHUP: self = .hangUp
    case SIGTSTP: self = .stop
    case SIGCONT: self = .proceed
    case SIGWINCH: self = .resize
    default: return nil
    }
  }
}
