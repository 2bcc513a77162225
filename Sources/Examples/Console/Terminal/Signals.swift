internal import Synchronization

/// Turns signals into bytes of a pipe, and so into events.
package enum Signals {
  private static let pipeEnd = Atomic<Int32>(-1)
  /// Whether the program is on its way out: then one more SIGINT ends it on the spot.
  private static let isEnding = Atomic<Bool>(false)

  /// Takes over the signals that end the program, SIGUSR1, which asks what it waits for, and those
  /// that stop or resize one that draws.
  ///
  /// SIGPIPE becomes an error of the next write.
  package static func install(into pipe: WakePipe, isTerminal: Bool) {
    pipeEnd.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
    // Both are initialized by their first use, which must not be that of a handler.
    isEnding.store(false, ordering: .sequentiallyConsistent)
    signal(SIGPIPE, SIG_IGN)
    handle([SIGINT, SIGTERM], evenIfIgnored: true)
    handle([SIGHUP, SIGUSR1], evenIfIgnored: false)
    if isTerminal {
      handle([SIGCONT, SIGWINCH], evenIfIgnored: true)
      handle([SIGTSTP], evenIfIgnored: false)
    }
  }

  /// From now on a SIGINT does not wait for anything, not even for the main actor.
  package static func beginEnding() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
  }

  /// Stops the process as Ctrl-Z does, unless it was started with that ignored.
  ///
  /// May return before the process has been stopped, so the signal is handled again only by
  /// `resume()`.
  ///
  /// - Parameter terminal: If this process is of its foreground job, the whole job stops.
  static func stopProcess(terminal: Descriptor) {
    var action = sigaction()
    guard unsafe sigaction(SIGTSTP, nil, &action) == 0, !action.isIgnored else { return }
    signal(SIGTSTP, SIG_DFL)
    let isForeground = tcgetpgrp(terminal.number) == getpgrp()
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
      _exit(ExitStatus.signal(SIGINT))
    }
    WakePipe.put(UInt8(signal), into: pipeEnd.load(ordering: .sequentiallyConsistent))
    errno = code
  }
}

/// A pipe that ends a wait in `poll` from anywhere, a signal handler included.
///
/// Each byte is a signal's number, or 0 for anything else that wants to be looked at.
package struct WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("make a pipe") { unsafe pipe(&ends) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  package func wake() {
    Self.put(0, into: writeEnd)
  }

  /// Writes a byte; async-signal-safe.
  ///
  /// A full pipe takes no more, but then its reader is being woken anyway.
  static func put(_ byte: UInt8, into end: Int32) {
    var byte = byte
    _ = unsafe write(end, &byte, 1)
  }

  /// Takes one byte; nil if there is none.
  func take() -> UInt8? {
    var byte: UInt8 = 0
    return unsafe read(readEnd, &byte, 1) == 1 ? byte : nil
  }
}
