import Ratchet
import Testing

@testable import Console

/// The tests that take over a terminal in this process, which can have one at a time.
@Suite("In one process", .serialized) struct OneTerminalTests {}

// MARK: - Fixtures

/// A feature with keys: `+` counts, `w` begins work that `c` and the end cancel, `s` takes long.
struct Probe: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case up, work, quit
  }

  enum Work: String, Sendable {
    case work
  }

  var operation: @Sendable () async -> Void = {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up:
      state.count += 1
      return .none
    case .work:
      return .run(name: Work.work.rawValue) { [operation] _ in await operation() }
        .cancellable(id: Work.work)
    case .quit:
      return .cancel(id: Work.work)
    }
  }
}

extension Interface where State == Probe.State, Action == Probe.Action {
  static let probe = Interface(
    command: { key, _ in
      switch key {
      case .character("+"): .send(.up)
      case .character("w"): .send(.work)
      case .character("s"): slow()
      case .character("q"): .quit
      default: nil
      }
    },
    draw: { state, frame in
      let effects = frame.inFlight.map { "\($0.name) \($0.seconds) s" }.joined(separator: ", ")
      return [
        Line(("count: ", .plain), ("\(state.count)", .value)), Line(("unchanged", .quiet)),
        Line(("in flight: \(effects.isEmpty ? "nothing" : effects)", .plain)),
        Line(("q quit", .quiet)),
      ]
    },
    changes: { _, _ in
      Issue.record("A terminal shows the whole state: its changes need not be found.")
      return []
    },
    result: { "count: \($0.count)" }, countsEffects: true,
    quit: .quit, help: ["+ counts, w works"])

  /// Takes as long as a frame, and does nothing.
  private static func slow() -> KeyCommand<Action>? {
    let end = ContinuousClock.now + .seconds(1) / 60
    while .now < end {}
    return nil
  }
}

extension Session where State == Probe.State, Action == Probe.Action {
  /// A session of the probe with the clock of a program.
  convenience init(
    display: any Display, lifecycle: Lifecycle, events: EventSource,
    work: @escaping @Sendable () async -> Void = {}
  ) {
    let store = Store(initialState: Probe.State()) {
      Probe(operation: work)
    } withDependencies: {
      $0.continuousClock = ContinuousClock()
    }
    self.init(store, .probe, display: display, lifecycle: lifecycle, events: events)
  }
}
