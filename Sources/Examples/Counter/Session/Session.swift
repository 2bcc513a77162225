import Console
import Ratchet

/// One run of the program: asks what comes next, has the lifecycle decide, and does it.
@MainActor final class Session {
  typealias Instant = ContinuousClock.Instant

  private var display: any Display
  private var lifecycle: Lifecycle
  private let events: EventSource
  private let store: Store<LoggedCounter.State, Counter.Action>

  private var interests = EventSource.Interests()
  private var decoder = KeyDecoder()
  private var lastInput = Instant.now
  private var effectsHaveFinished = false
  /// Why nothing is written any more.
  private var failure: SystemError?

  private var isDirty = true
  private var lastFrame = Instant.now - .seconds(1)
  private var ages = EffectAges()

  init(display: any Display, lifecycle: Lifecycle, events: EventSource, facts: FactClient?) {
    self.display = display
    self.lifecycle = lifecycle
    self.events = events
    let relay = ChangeRelay()
    store = Store(initialState: LoggedCounter.State()) {
      LoggedCounter()
      Reduce { state, _ in
        relay.receive(state.log.last?.changes ?? [])
        return .none
      }
    } withDependencies: { values in
      if let facts { values[FactClient.self] = facts }
    }
    relay.receive = { [weak self] in self?.note($0) }
  }

  /// Runs to the end, gives the terminal back and returns the exit status.
  func run() async throws(SystemError) -> Int32 {
    defer { display.restore() }
    try display.start()
    while true {
      drawIfDue()
      let event = await events.next(interests, until: deadline)
      for event in understand(event) {
        if let status = handle(event) { return try end(status) }
      }
    }
  }

  private func end(_ status: Int32) throws(SystemError) -> Int32 {
    display.restore()
    do throws(SystemError) {
      if let failure { throw failure }
      try display.finish(count: store.state.counter.count, summary: summary)
    } catch {
      // Only where nothing else has ended the program is this its reason.
      let isReason = status == 0 || status == SystemError.status
      if isReason, lifecycle.status(after: error) == SystemError.status { throw error }
    }
    return status
  }

  private var summary: String {
    let statistics = store.statistics
    let leaked = store.inFlight.count + statistics.effectsUnwinding
    return """
      \(statistics.actions) actions, \(statistics.effectsFinished) effects finished, \
      \(statistics.effectsCancelled) cancelled, \(leaked) leaked
      """
  }
}

// MARK: - What comes in

extension Session {
  /// Reads what an event means to the lifecycle; more than one thing may have happened.
  private func understand(_ event: EventSource.Event) -> [Lifecycle.Event] {
    switch event {
    case .input(let bytes):
      lastInput = .now
      return commands(decoder.decode(bytes))
    case .endOfInput:
      interests.input = false
      return commands(decoder.timeOut()) + [.endOfInput]
    case .outputClosed:
      interests.output = false
      return [.outputClosed]
    case .signal(let number):
      return Lifecycle.Signal(number: number).map { [.signal($0)] } ?? []
    case .woken:
      let isSilent = decoder.isTimed && .now >= lastInput + KeyDecoder.patience
      let keys = isSilent ? commands(decoder.timeOut()) : []
      return keys + (effectsHaveFinished ? [.effectsFinished] : [.time])
    }
  }

  private func commands(_ keys: [Key]) -> [Lifecycle.Event] {
    keys.compactMap(Command.init).map { .command($0) }
  }

  /// When to go on at the latest, though nothing happens.
  private var deadline: Instant? {
    [
      lifecycle.deadline,
      decoder.isTimed ? lastInput + KeyDecoder.patience : nil,
      nextFrame,
    ].compactMap(\.self).min()
  }
}

// MARK: - What is done

extension Session {
  /// Does what the lifecycle decides; returns the exit status at the end.
  private func handle(_ event: Lifecycle.Event) -> Int32? {
    let steps = lifecycle.steps(for: event, now: .now)
    if case .ending = lifecycle.phase { Signals.beginEnding() }
    for step in steps {
      do {
        if let status = try perform(step) { return status }
      } catch {
        fail(error)
      }
    }
    return nil
  }

  private func perform(_ step: Lifecycle.Step) throws(SystemError) -> Int32? {
    switch step {
    case .send(let action): store.send(action)
    case .awaitEffects: awaitEffects()
    case .stopProcess: display.stopProcess()
    case .takeOver:
      try display.takeOver()
      isDirty = true
    case .resize:
      display.resize()
      isDirty = true
    case .exit(let status): return status
    }
    return nil
  }

  private func awaitEffects() {
    Task.immediate { [store, events] in
      await store.finish()
      effectsHaveFinished = true
      events.pipe.wake()
    }
  }

  private func fail(_ error: SystemError) {
    guard failure == nil else { return }
    failure = error
    _ = handle(.writeFailed(error))
  }

  private func note(_ changes: [Change]) {
    display.note(changes)
    if !isDirty { events.pipe.wake() }
    isDirty = true
  }

  /// When to draw; nil while nothing has changed, so that the program sleeps.
  private var nextFrame: Instant? {
    guard lifecycle.isVisible, failure == nil else { return nil }
    let earliest = lastFrame + display.pause
    if isDirty { return earliest }
    guard lifecycle.isTerminal else { return nil }
    return ages.nextChange(after: lastFrame).map { max($0, earliest) }
  }

  private func drawIfDue() {
    let now = Instant.now
    guard let nextFrame, nextFrame <= now else { return }
    isDirty = false
    lastFrame = now
    ages.update(store.inFlight.map { ($0.id, $0.name ?? "unnamed") }, now: now)
    do {
      try display.draw(Screen(state: store.state, inFlight: ages.ages(at: now)))
    } catch {
      fail(error)
    }
  }
}

/// Hands the changes of each action from the reducer to the session, which is made after it.
@MainActor private final class ChangeRelay {
  var receive: ([Change]) -> Void = { _ in }
}
