/// How the program runs, stops and ends: maps events to steps.
struct Lifecycle: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Equatable, Sendable {
    /// Keys are handled. To every other phase.
    case running
    /// Stopped by the shell, with the terminal restored. To `running` with SIGCONT, or at the
    /// deadline if the stop was refused, as it is where no shell could continue the process; there
    /// is no deadline in the background, where the terminal is another job's. To `ending`.
    case suspended(until: Instant?)
    /// The input has ended, and effects run to completion. To `ending`, or the exit.
    case draining
    /// Effects are cancelled and awaited, at most until the deadline. To the exit.
    case ending(status: Int32, until: Instant)
  }

  enum Event: Equatable, Sendable {
    /// A key press with this command.
    case quit, interrupt, suspend
    case signal(Signal)
    /// The terminal is another job's: the program was started or continued in the background.
    case background
    case endOfInput
    /// The output has no reader any more.
    case outputClosed
    case writeFailed(SystemError)
    case effectsFinished
    /// Time has passed, perhaps the deadline.
    case time
  }

  enum Signal: Equatable, Sendable {
    case interrupt, terminate, hangUp, stop, proceed, resize, report

    init?(number: UInt8) {
      switch Int32(number) {
      case SIGINT: self = .interrupt
      case SIGTERM: self = .terminate
      case SIGHUP: self = .hangUp
      case SIGTSTP: self = .stop
      case SIGCONT: self = .proceed
      case SIGWINCH: self = .resize
      case SIGUSR1: self = .report
      default: return nil
      }
    }
  }

  enum Step: Equatable, Sendable {
    case cancelEffects
    /// Send `effectsFinished` once nothing is in flight.
    case awaitEffects
    /// Stop with this signal, as the terminal itself would.
    case stopProcess(Int32)
    case takeOver
    case resize
    /// Write what the store waits for, and how much it has done.
    case report
    case exit(Int32)
  }

  /// How long effects may continue before they are cancelled.
  static let drainLimit: Duration = .milliseconds(500)
  /// How long cancelled effects may take to return.
  static let endingLimit: Duration = .milliseconds(800)
  /// How long a stop may take to take effect.
  static let stopLimit: Duration = .milliseconds(100)

  let isTerminal: Bool
  let waitsForEffects: Bool
  private(set) var phase: Phase = .running

  init(isTerminal: Bool, waitsForEffects: Bool) {
    self.isTerminal = isTerminal
    self.waitsForEffects = waitsForEffects
  }

  /// Whether the terminal is ours, to draw and to read keys.
  var isVisible: Bool {
    if case .suspended = phase { false } else { true }
  }

  /// The latest time for the event `time`.
  var deadline: Instant? {
    switch phase {
    case .running, .draining: nil
    case .suspended(let until): until
    case .ending(_, let until): until
    }
  }

  /// The steps for an event.
  mutating func steps(for event: Event, now: Instant) -> [Step] {
    // Also while ending, which may be what takes long.
    if event == .signal(.report) { return isVisible ? [.report] : [] }
    return switch phase {
    case .running: running(event, now)
    case .suspended(let until): suspended(event, until: until, now)
    case .draining: event == .effectsFinished ? [.exit(0)] : endOrNothing(event, now)
    case .ending(let status, let until): ending(event, status: status, until: until, now)
    }
  }
}

extension Lifecycle {
  private mutating func running(_ event: Event, _ now: Instant) -> [Step] {
    switch event {
    case .suspend, .signal(.stop):
      // Without a terminal, Ctrl-Z is a byte of a file, not a key press at our keyboard.
      guard isTerminal else { return [] }
      phase = .suspended(until: now + Self.stopLimit)
      return [.stopProcess(SIGTSTP)]
    case .background: return stopInBackground()
    case .signal(.proceed): return [.takeOver]
    case .signal(.resize): return [.resize]
    case .endOfInput where !isTerminal && waitsForEffects:
      phase = .draining
      return [.awaitEffects]
    default: return endOrNothing(event, now)
    }
  }

  private mutating func stopInBackground() -> [Step] {
    phase = .suspended(until: nil)
    return [.stopProcess(SIGTTOU)]
  }

  private mutating func suspended(_ event: Event, until: Instant?, _ now: Instant) -> [Step] {
    switch event {
    case .background: return stopInBackground()
    case .signal(.proceed):
      phase = .running
      return [.takeOver]
    case .time where until.map { now >= $0 } == true:
      phase = .running
      return [.takeOver]
    default: return endOrNothing(event, now)
    }
  }

  private func ending(
    _ event: Event, status: Int32, until: Instant, _ now: Instant
  ) -> [Step] {
    switch event {
    case .effectsFinished: [.exit(status)]
    case .time where now >= until: [.exit(status)]
    case .interrupt, .signal(.interrupt): [.exit(ExitStatus.signal(SIGINT))]
    default: []
    }
  }

  private mutating func endOrNothing(_ event: Event, _ now: Instant) -> [Step] {
    guard let status = endStatus(event) else { return [] }
    phase = .ending(status: status, until: now + Self.endingLimit)
    return [.cancelEffects, .awaitEffects]
  }

  /// The exit status with which an event ends the program; nil if it does not.
  private func endStatus(_ event: Event) -> Int32? {
    switch event {
    case .quit: ExitStatus.success
    case .interrupt, .signal(.interrupt): ExitStatus.signal(SIGINT)
    case .signal(.terminate): ExitStatus.signal(SIGTERM)
    case .signal(.hangUp): ExitStatus.signal(SIGHUP)
    // The reader of a closed pipe has read all it wanted. In raw mode a terminal ends only by being
    // closed: a hang-up that arrives as an end of input or as an error.
    case .endOfInput, .outputClosed: isTerminal ? ExitStatus.signal(SIGHUP) : ExitStatus.success
    case .writeFailed(let error): status(after: error)
    case .suspend, .background, .signal, .effectsFinished, .time: nil
    }
  }

  /// The exit status for an output that cannot be written.
  func status(after error: SystemError) -> Int32 {
    if isTerminal { return error.isHangUp ? ExitStatus.signal(SIGHUP) : ExitStatus.notWritten }
    return error.isBrokenPipe ? ExitStatus.success : ExitStatus.notWritten
  }
}
