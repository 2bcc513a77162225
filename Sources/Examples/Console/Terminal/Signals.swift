internal import Synchronization

/// Turns signals into bytes of a pipe, and thus into events.
package enum Signals {
  private static let pipeEnd = Atomic<Int32>(-1)
  /// Whether the program is ending: then another SIGINT ends it immediately.
  private static let isEnding = Atomic<Bool>(false)

  private static let end = Atomic<Int32>(0)

  /// The last signal that has come to end the program; 0 if none has.
  package static var lastEnd: Int32 { end.load(ordering: .sequentiallyConsistent) }

  /// Takes over the signals that end the program, SIGUSR1, which requests a report, and those that
  /// stop or resize a program that draws.
  ///
  /// SIGPIPE becomes an error of the next write.
  package static func install(into pipe: WakePipe, isTerminal: Bool) {
    pipeEnd.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
    // All must be initialized before a handler uses them.
    isEnding.store(false, ordering: .sequentiallyConsistent)
    end.store(0, ordering: .sequentiallyConsistent)
    signal(SIGPIPE, SIG_IGN)
    handle([SIGINT, SIGTERM], evenIfIgnored: true)
    handle([SIGHUP, SIGUSR1], evenIfIgnored: false)
    if isTerminal {
      handle([SIGCONT, SIGWINCH], evenIfIgnored: true)
      handle([SIGTSTP], evenIfIgnored: false)
    }
  }

  /// Takes over the signals of a program that does not draw; returns the source of their events.
  package static func events() throws(SystemError) -> EventSource {
    let events = EventSource(pipe: try WakePipe())
    install(into: events.pipe, isTerminal: false)
    return events
  }

  /// From now on a SIGINT waits for nothing, not even the main actor.
  package static func beginEnding() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
  }

  /// Stops the process with SIGTSTP, like Ctrl-Z, or in the background with SIGTTIN or SIGTTOU,
  /// unless the signal was ignored at launch.
  ///
  /// May return before the process has stopped, so only `resume()` handles the signal again.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - terminal: Stops the whole job, but with SIGTSTP only if it is the foreground job.
  static func stopProcess(_ number: Int32, terminal: Descriptor) {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0, !action.isIgnored else { return }
    signal(number, SIG_DFL)
    let stopsJob = number != SIGTSTP || tcgetpgrp(terminal.number) == getpgrp()
    // Sent to the process, not with `raise` to this thread: main-queue threads block the signal.
    // For the same reason the terminal does not stop it by itself in the background.
    _ = kill(stopsJob ? 0 : getpid(), number)
  }

  /// Handles SIGTSTP again after a stop.
  static func resume() {
    handle([SIGTSTP], evenIfIgnored: false)
  }

  private static func handle(_ signals: [Int32], evenIfIgnored: Bool) {
    for signal in signals {
      var action = unsafe sigaction { number, _, _ in Signals.arrived(number) }
      var previous = sigaction()
      // One at a time, in order: SIGTERM comes before the SIGCONT with which a shell follows it.
      unsafe sigfillset(&action.sa_mask)
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
    if signal == SIGINT || signal == SIGTERM || signal == SIGHUP {
      end.store(signal, ordering: .sequentiallyConsistent)
    }
    WakePipe.put(UInt8(signal), into: pipeEnd.load(ordering: .sequentiallyConsistent))
    errno = code
  }
}

/// A pipe that ends a `poll` from anywhere, even from a signal handler.
///
/// Each byte is a signal's number, or 0 for any other wake.
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
    put(0)
  }

  /// Writes the number of a signal that was taken but not handled, or 0.
  func put(_ byte: UInt8) {
    Self.put(byte, into: writeEnd)
  }

  /// Writes a byte; async-signal-safe.
  ///
  /// A full pipe accepts no more, but its reader is then being woken anyway.
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
