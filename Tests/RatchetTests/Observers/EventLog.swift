import RatchetTesting

/// Keeps each event as a line of text, and does something for each.
@MainActor final class EventLog<State, Action: Sendable>: StoreObserver {
  private(set) var lines: [String] = []
  let ended = Signal()
  var react: (StoreEvent<State, Action>) -> Void = { _ in }

  func prepare(_ dependencies: inout DependencyValues) {
    lines.append("prepare")
  }

  func begin(_ state: State) {
    lines.append("begin \(state)")
  }

  func observe(_ event: StoreEvent<State, Action>) {
    lines.append("\(event)")
    react(event)
  }

  func end() {
    lines.append("end")
    ended.open()
  }

  /// Takes the lines so far.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

typealias ScriptLog = EventLog<[String], String>

extension Store<[String], String> {
  /// A store that runs a script, and is observed; what its making tells is taken from the log.
  convenience init(
    _ effects: [String: Effect<String>], observers: [ScriptLog],
    log messages: Messages? = nil, call: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.init(initialState: [], observers: observers) {
      Script(effects: effects, call: call)
    } withDependencies: {
      if let messages { $0.log = messages.sink }
    }
    for observer in observers { _ = observer.take() }
  }
}
