import Console

/// How the program runs, stops and ends: what happened goes in, what to do comes out.
struct Lifecycle: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Equatable, Sendable {
    /// Keys are obeyed. To every other phase.
    case running
    /// Stopped by the shell, with the terminal given back. To `running` with SIGCONT, or at the
    /// deadline, when the stop was refused, as it is where no shell could ever continue us. To `ending`.
    case suspended(until: Instant)
    /// The input has ended and the effects run to their end. To `ending`, or the exit.
    case draining
    /// Effects are cancelled and waited for, but not longer than to the deadline. To the exit.
    case ending(status: Int32, until: Instant)
  }

  enum Event: Equatable, Sendable {
    case command(Command)
    case signal(Signal)
    case endOfInput
    /// Nobody is left to read the output.
    case outputClosed
    case writeFailed(SystemError)
    case effectsFinished
    /// Time has passed; the deadline may have.
    case time
  }

  enum Signal: Equatable, Sendable {
    case interrupt, terminate, hangUp, stop, proceed, resize
  }

  enum Step: Equatable, Sendable {
    case send(Counter.Action)
    /// Report `effectsFinished` once nothing is in flight.
    case awaitEffects
    case stopProcess
    case takeOver
    case resize
    case exit(Int32)
  }

  /// How long cancelled effects may take to return.
  static let endingLimit: Duration = .milliseconds(800)
  /// How long it may take until a stop takes effect.
  static let stopLimit: Duration = .milliseconds(100)

  let isTerminal: Bool
  let waitsForEffects: Bool
  private(set) var phase: Phase = .running

  init(isTerminal: Bool, waitsForEffects: Bool) {
    self.isTerminal = isTerminal
    self.waitsForEffects = waitsForEffects
  }

  /// Whether what is drawn now can be seen.
  var isVisible: Bool {
    if case .suspended = phase { false } else { true }
  }

  /// When `time` must be reported at the latest.
  var deadline: Instant? {
    switch phase {
    case .running, .draining: nil
    case .suspended(let until), .ending(_, let until): until
    }
  }

  /// What to do about an event.
  mutating func steps(for event: Event, now: Instant) -> [Step] {
    switch phase {
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
    case .command(.send(let action)): return [.send(action)]
    case .command(.suspend), .signal(.stop):
      // Without a terminal, Ctrl-Z is a byte of a file, and its author was not at our keyboard.
      guard isTerminal else { return [] }
      phase = .suspended(until: now + Self.stopLimit)
      return [.stopProcess]
    case .signal(.proceed): return [.takeOver]
    case .signal(.resize): return [.resize]
    case .endOfInput where !isTerminal && waitsForEffects:
      phase = .draining
      return [.awaitEffects]
    default: return endOrNothing(event, now)
    }
  }

  private mutating func suspended(_ event: Event, until: Instant, _ now: Instant) -> [Step] {
    switch event {
    case .signal(.proceed):
      phase = .running
      return [.takeOver]
    case .time where now >= until:
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
    case .command(.interrupt), .signal(.interrupt): [.exit(Self.status(of: .interrupt))]
    default: []
    }
  }

  private mutating func endOrNothing(_ event: Event, _ now: Instant) -> [Step] {
    guard let status = endStatus(event) else { return [] }
    phase = .ending(status: status, until: now + Self.endingLimit)
    return [.send(.quit), .awaitEffects]
  }

  /// The status with which an event ends the program; nil if it does not.
  private func endStatus(_ event: Event) -> Int32? {
    switch event {
    case .command(.quit): 0
    case .command(.interrupt): Self.status(of: .interrupt)
    case .signal(.interrupt): Self.status(of: .interrupt)
    case .signal(.terminate): Self.status(of: .terminate)
    case .signal(.hangUp): Self.status(of: .hangUp)
    // A closed pipe has read all it wanted. A terminal ends only by being closed, in raw mode: a hang-up
    // that came as an end of input or as an error.
    case .endOfInput, .outputClosed: isTerminal ? Self.status(of: .hangUp) : 0
    case .writeFailed(let error): status(after: error)
    case .command, .signal, .effectsFinished, .time: nil
    }
  }

  /// The status for an output that cannot be written.
  func status(after error: SystemError) -> Int32 {
    if isTerminal { return error.isHangUp ? Self.status(of: .hangUp) : SystemError.status }
    return error.isBrokenPipe ? 0 : SystemError.status
  }

  /// The status that a shell shows for the signal: 128 and its number.
  private static func status(of signal: Signal) -> Int32 {
    switch signal {
    case .hangUp: 129
    case .terminate: 143
    default: 130
    }
  }
}
