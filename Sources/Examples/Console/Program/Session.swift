internal import Observation
package import Ratchet
import RatchetRecording
import RatchetReports

/// One run of a program: waits for events, lets the lifecycle decide, and performs the steps.
@MainActor package final class Session<State, Action: Sendable> {
  typealias Instant = ContinuousClock.Instant

  var store: Store<State, Action>
  /// The earlier states, for programs that undo.
  let past: Past<State, Action>?
  let interface: Interface<State, Action>
  var display: any Display
  var lifecycle: Lifecycle
  let events: EventSource
  /// Awaited before anything is shown, so that everything shown has been recorded.
  private let recorded: () async -> Void
  /// The report about the store for SIGUSR1.
  private let report: (Store<State, Action>) -> String

  private var interests = EventSource.Interests()
  private var decoder = KeyDecoder()
  private var lastInput = Instant.now
  /// The keys that were read and not handled yet.
  private var keys: ArraySlice<Key> = []
  private var effectsHaveFinished = false
  /// Why writing has stopped, if it has.
  var failure: SystemError?

  /// The last state whose changes were printed, without a terminal.
  var shownState: State
  var isDirty = true
  var isHelpVisible = false
  /// A wake for a change is on its way, and has not arrived as an event.
  var isWakePending = false
  var lastFrame = Instant.now - .seconds(1)
  var ages = EffectAges()

  /// A run on standard input and output: on a terminal if both are one.
  package convenience init(
    _ store: Store<State, Action>, _ interface: Interface<State, Action>, _ options: ConsoleOptions,
    past: Past<State, Action>? = nil,
    report: @escaping (Store<State, Action>) -> String = { "\($0.explain())\n" },
    recorded: @escaping () async -> Void = {}
  ) throws(SystemError) {
    let (input, output) = (Descriptor.standardInput, Descriptor.standardOutput)
    let isTerminal = options.usesTerminal
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
      events: EventSource(input: input, output: output, pipe: pipe), past: past, report: report,
      recorded: recorded)
  }

  init(
    _ store: Store<State, Action>, _ interface: Interface<State, Action>, display: any Display,
    lifecycle: Lifecycle, events: EventSource, past: Past<State, Action>? = nil,
    report: @escaping (Store<State, Action>) -> String = { "\($0.explain())\n" },
    recorded: @escaping () async -> Void = {}
  ) {
    self.store = store
    self.interface = interface
    self.display = display
    self.lifecycle = lifecycle
    self.events = events
    self.past = past
    self.report = report
    self.recorded = recorded
    shownState = store.state
  }

  /// Runs to the end, restores the terminal and returns the exit status.
  package func run() async throws(SystemError) -> Int32 {
    defer { display.restore() }
    if display.isInBackground { _ = handle(.background) } else { try display.start() }
    // A person at a terminal that can only print, or elsewhere, must know that keys take an Enter.
    if !lifecycle.isTerminal, events.input.isTerminal,
      let screen = [Descriptor.standardError, .standardOutput].first(where: \.isTerminal)
    {
      try screen.write("Type keys, then Enter; ? shows the keys.\n")
    }
    observe()
    while true {
      if isDirty { await recorded() }
      drawIfDue()
      var interests = interests
      // At a terminal, what is typed last may be Ctrl-C: the limit is far beyond what is typed.
      let isFull = keys.count > (lifecycle.isTerminal ? 1_000_000 : 0)
      if !lifecycle.isVisible || isFull { interests.input = false }
      let event = await events.next(interests, until: deadline)
      if let status = receive(event) { return try end(status) }
    }
  }

  private func end(_ status: Int32) throws(SystemError) -> Int32 {
    display.restore()
    do throws(SystemError) {
      if let failure { throw failure }
      try display.finish(result: interface.result(state), summary: summary)
    } catch {
      // This is the reason only if nothing else has ended the program.
      let isReason = status == ExitStatus.success || status == ExitStatus.notWritten
      if isReason, lifecycle.status(after: error) == ExitStatus.notWritten { throw error }
    }
    return status
  }

  /// What has become of the effects, in words; empty if that is not asked for, or none were there.
  private var summary: String {
    let statistics = store.statistics
    let leaked = store.inFlight.count { !$0.isSubscription } + statistics.effectsUnwinding
    let ended = [
      (statistics.effectsFinished, "finished"), (statistics.effectsCancelled, "cancelled"),
    ]
    let counts = ((interface.countsEffects ? ended : []) + [(leaked, "still running")])
      .filter { $0.0 > 0 }
    guard let first = counts.first else { return "" }
    let rest = counts.dropFirst().map { ", \($0.0) \($0.1)" }.joined()
    return "\(first.0) \(first.0 == 1 ? "effect" : "effects") \(first.1)\(rest)"
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
    case .endOfInput where display.isInBackground: return handle(.background)
    case .endOfInput:
      interests.input = false
      return press(decoder.timeOut()) ?? handle(.endOfInput)
    case .outputClosed:
      interests.output = false
      return handle(.outputClosed)
    case .signal(let number) where number == SIGCONT && display.isInBackground:
      return handle(.background)
    case .signal(let number):
      return Lifecycle.Signal(number: number).flatMap { handle(.signal($0)) }
    case .woken:
      isWakePending = false
      let isSilent = decoder.timeout.map { .now >= lastInput + $0 } ?? false
      // What comes late of a paste is awaited as long again.
      if isSilent { lastInput = .now }
      let status = press(isSilent ? decoder.timeOut() : [])
      let quits = lifecycle.phase == .draining && interface.quitsAtEndOfInput
      return status ?? handle(!isAtRest() ? .time : quits ? .quit : .effectsFinished)
    }
  }

  /// Handles keys for the time of a frame, so that neither it nor a signal waits for all of them.
  ///
  /// Those before Ctrl-C are dropped, as a terminal drops its input.
  private func press(_ next: [Key]) -> Int32? {
    keys += next
    if lifecycle.isTerminal, let last = keys.lastIndex(of: .control("c")) { keys = keys[last...] }
    let end = Instant.now + .seconds(1) / 60
    while lifecycle.isVisible, .now < end, let key = keys.popFirst() {
      var status: Int32?
      let standard = KeyCommand<Action>(standard: key)
      if isHelpVisible, standard == nil || key == .character("?") {
        toggleHelp()
        continue
      }
      switch interface.command(key, state) ?? standard {
      case .send(let action)? where lifecycle.phase == .running:
        goOn()
        store.send(action)
      case .undo?: look { $0.back() }
      case .redo?: look { $0.forward() }
      case .quit?: status = handle(.quit)
      case .interrupt?: status = handle(.interrupt)
      case .suspend?: status = handle(.suspend)
      case .help?: toggleHelp()
      case .send?, nil: break
      }
      if let status { return status }
    }
    return nil
  }

  /// Shows the help, up to the next key; without a terminal, prints it.
  private func toggleHelp() {
    isHelpVisible = !isHelpVisible && lifecycle.isTerminal && !interface.help.isEmpty
    if !lifecycle.isTerminal { display.append(interface.help) }
    isDirty = true
  }

  /// The latest time to continue without an event.
  private var deadline: Instant? {
    [
      lifecycle.deadline,
      decoder.timeout.map { lastInput + $0 },
      keys.isEmpty || !lifecycle.isVisible ? nil : .now,
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
    case .cancelEffects:
      goOn()
      store.send(interface.quit)
    case .awaitEffects:
      goOn()
      if case .ending = lifecycle.phase { drain() } else { awaitEffects() }
    case .stopProcess(let signal): display.stopProcess(signal)
    case .takeOver where display.isInBackground:
      // The time is up, but SIGCONT, if it was sent, has not arrived: it decides.
      _ = lifecycle.steps(for: .background, now: .now)
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
    effectsHaveFinished = false
    Task.immediate { [store, events] in
      await store.finish()
      effectsHaveFinished = true
      events.pipe.wake()
    }
  }

  /// Ends all effects; the lifecycle does not wait longer than this.
  private func drain() {
    effectsHaveFinished = false
    Task.immediate { [store, events] in
      await store.drain(within: Lifecycle.drainLimit)
      effectsHaveFinished = true
      events.pipe.wake()
    }
  }

  /// Whether nothing awaited is left, including subscriptions such as a timer, since they may start
  /// effects again, but not listeners.
  private func isAtRest() -> Bool {
    let working = store.inFlight.filter { !interface.listeners.contains($0.name ?? "") }
    guard effectsHaveFinished, !working.contains(where: \.isSubscription) else { return false }
    if working.isEmpty { return true }
    awaitEffects()
    return false
  }

  func fail(_ error: SystemError) {
    guard failure == nil else { return }
    failure = error
    // Otherwise the signal itself, which comes as an event, ends the program.
    if !error.isInterruption { _ = handle(.writeFailed(error)) }
  }
}
