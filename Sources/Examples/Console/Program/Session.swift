internal import Observation
package import Ratchet
import RatchetRecording

/// One run of a program: waits for events, lets the lifecycle decide, and performs the steps.
@MainActor package final class Session<State, Action: Sendable> {
  typealias Instant = ContinuousClock.Instant

  private let store: Store<State, Action>
  private let interface: Interface<State, Action>
  private var display: any Display
  private var lifecycle: Lifecycle
  private let events: EventSource
  /// Awaited before anything is shown, so that everything shown has been recorded.
  private let recorded: () async -> Void
  /// The report about the store for SIGUSR1.
  private let report: (Store<State, Action>) -> String

  private var interests = EventSource.Interests()
  private var decoder = KeyDecoder()
  private var lastInput = Instant.now
  private var effectsHaveFinished = false
  /// Why writing has stopped, if it has.
  private var failure: SystemError?

  /// The last shown state.
  private var shownState: State
  private var isDirty = true
  /// A wake for a change is on its way, and has not arrived as an event.
  private var isWakePending = false
  private var lastFrame = Instant.now - .seconds(1)
  private var ages = EffectAges()

  /// A run on standard input and output: on a terminal if both are one.
  package convenience init(
    _ store: Store<State, Action>, _ interface: Interface<State, Action>, _ options: ConsoleOptions,
    report: @escaping (Store<State, Action>) -> String = { "\($0.explain())\n" },
    recorded: @escaping () async -> Void = {}
  ) throws(SystemError) {
    let (input, output) = (Descriptor.standardInput, Descriptor.standardOutput)
    let isTerminal = !options.isPlain && input.isTerminal && output.isTerminal
    let pipe = try WakePipe()
    Signals.install(into: pipe, isTerminal: isTerminal)
    self.init(
      store, interface,
      display: isTerminal
        ? try TerminalDisplay(
          input: input, output: output, area: options.isFullscreen ? .fullscreen : .inline,
          isColoured: options.isColoured && ConsoleOptions.environmentAllowsColour)
        : PlainDisplay(output: output),
      lifecycle: Lifecycle(isTerminal: isTerminal, waitsForEffects: options.waitsForEffects),
      events: EventSource(input: input, output: output, pipe: pipe), report: report,
      recorded: recorded)
  }

  init(
    _ store: Store<State, Action>, _ interface: Interface<State, Action>, display: any Display,
    lifecycle: Lifecycle, events: EventSource,
    report: @escaping (Store<State, Action>) -> String = { "\($0.explain())\n" },
    recorded: @escaping () async -> Void = {}
  ) {
    self.store = store
    self.interface = interface
    self.display = display
    self.lifecycle = lifecycle
    self.events = events
    self.report = report
    self.recorded = recorded
    shownState = store.state
  }

  /// Runs to the end, restores the terminal and returns the exit status.
  package func run() async throws(SystemError) -> Int32 {
    defer { display.restore() }
    try display.start()
    observe()
    while true {
      if isDirty { await recorded() }
      drawIfDue()
      let event = await events.next(interests, until: deadline)
      if let status = receive(event) { return try end(status) }
    }
  }

  private func end(_ status: Int32) throws(SystemError) -> Int32 {
    display.restore()
    do throws(SystemError) {
      if let failure { throw failure }
      try display.finish(result: interface.result(store.state), summary: summary)
    } catch {
      // This is the reason only if nothing else has ended the program.
      let isReason = status == ExitStatus.success || status == ExitStatus.notWritten
      if isReason, lifecycle.status(after: error) == ExitStatus.notWritten { throw error }
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

// MARK: - Events

extension Session {
  /// Handles an event, which may lead to several steps; returns the exit status at the end.
  private func receive(_ event: EventSource.Event) -> Int32? {
    switch event {
    case .input(let bytes):
      lastInput = .now
      return press(decoder.decode(bytes))
    case .endOfInput:
      interests.input = false
      return press(decoder.timeOut()) ?? handle(.endOfInput)
    case .outputClosed:
      interests.output = false
      return handle(.outputClosed)
    case .signal(let number):
      return Lifecycle.Signal(number: number).flatMap { handle(.signal($0)) }
    case .woken:
      isWakePending = false
      let isSilent = decoder.isTimed && .now >= lastInput + KeyDecoder.escapeTimeout
      let status = isSilent ? press(decoder.timeOut()) : nil
      return status ?? handle(isAtRest() ? .effectsFinished : .time)
    }
  }

  private func press(_ keys: [Key]) -> Int32? {
    for key in keys {
      var status: Int32?
      switch interface.command(key, store.state) ?? KeyCommand(standard: key) {
      case .send(let action)?: if lifecycle.phase == .running { store.send(action) }
      case .quit?: status = handle(.quit)
      case .interrupt?: status = handle(.interrupt)
      case .suspend?: status = handle(.suspend)
      case nil: break
      }
      if let status { return status }
    }
    return nil
  }

  /// The latest time to continue without an event.
  private var deadline: Instant? {
    [
      lifecycle.deadline,
      decoder.isTimed ? lastInput + KeyDecoder.escapeTimeout : nil,
      nextFrame,
    ].compactMap(\.self).min()
  }
}

// MARK: - Steps

extension Session {
  /// Performs the lifecycle's steps; returns the exit status at the end.
  private func handle(_ event: Lifecycle.Event) -> Int32? {
    let steps = lifecycle.steps(for: event, now: .now)
    if case .ending = lifecycle.phase { Signals.beginEnding() }
    for step in steps {
      do throws(SystemError) {
        if let status = try perform(step) { return status }
      } catch {
        fail(error)
      }
    }
    return nil
  }

  private func perform(_ step: Lifecycle.Step) throws(SystemError) -> Int32? {
    switch step {
    case .cancelEffects: store.send(interface.quit)
    case .awaitEffects:
      if case .ending = lifecycle.phase { drain() } else { awaitEffects() }
    case .stopProcess: display.stopProcess()
    case .takeOver:
      try display.takeOver()
      isDirty = true
    case .resize:
      display.resize()
      isDirty = true
    case .report:
      try display.report(report(store))
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

  /// Ends all effects; the lifecycle does not wait longer than this.
  private func drain() {
    Task.immediate { [store, events] in
      await store.drain(within: Lifecycle.drainLimit)
      effectsHaveFinished = true
      events.pipe.wake()
    }
  }

  /// Whether nothing awaited is left, including subscriptions such as a timer, since they may start
  /// effects again, but not listeners.
  private func isAtRest() -> Bool {
    guard effectsHaveFinished, !isWorking(store.subscriptions) else { return false }
    if !isWorking(store.inFlight) { return true }
    effectsHaveFinished = false
    awaitEffects()
    return false
  }

  private func isWorking(_ effects: [EffectDescription]) -> Bool {
    effects.contains { !interface.listeners.contains($0.name ?? "") }
  }

  private func fail(_ error: SystemError) {
    guard failure == nil else { return }
    failure = error
    _ = handle(.writeFailed(error))
  }
}

// MARK: - Output

extension Session {
  /// Passes every change of the state to the display, batch by batch.
  ///
  /// A stream of states would skip those that arrive while no task awaits the next one.
  private func observe() {
    withObservationTracking {
      _ = store.state
    } onChange: { [weak self] in
      // The store notifies observers on the main actor, once a batch of actions has been reduced.
      MainActor.assumeIsolated {
        self?.observe()
        self?.showChanges()
      }
    }
  }

  private func showChanges() {
    let state = store.state
    display.append(interface.changes(shownState, state))
    shownState = state
    isDirty = true
    // Even if the state is about to be shown: whether all is at rest is asked after each change.
    if !isWakePending { events.pipe.wake() }
    isWakePending = true
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
    do throws(SystemError) {
      try display.draw { [interface, store, ages] size, area in
        interface.draw(
          store.state, Frame(size: size, area: area, inFlight: ages.ages(at: now)))
      }
    } catch {
      fail(error)
    }
  }
}
