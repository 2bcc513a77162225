/// One thing that differs between two states, in words.
struct Change: Equatable, Sendable {
  var field: String
  var before: String
  var after: String

  /// The differences, the count last: it is what the last line of the plain output should be.
  static func all(from old: Counter.State, to new: Counter.State) -> [Change] {
    let fields: [(String, (Counter.State) -> String)] = [
      ("fact", { $0.fact.description }),
      ("timer", { timer(ticks: $0.ticks) }),
      ("log", { $0.isLogVisible ? "shown" : "hidden" }),
      ("help", { $0.isHelpVisible ? "shown" : "hidden" }),
      ("count", { "\($0.count)" }),
    ]
    return fields.compactMap { name, text in
      let change = Change(field: name, before: text(old), after: text(new))
      return change.before == change.after ? nil : change
    }
  }

  static func timer(ticks: Int?) -> String {
    switch ticks {
    case nil: "off"
    case 1?: "on, 1 tick"
    case let ticks?: "on, \(ticks) ticks"
    }
  }
}

extension Counter.Fact: CustomStringConvertible {
  var description: String {
    switch self {
    case .idle: "none"
    case .loading: "loading"
    case .text(let text): text
    case .failure(let error): "error: \(error.message)"
    }
  }
}
