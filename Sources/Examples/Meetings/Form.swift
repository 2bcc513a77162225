import Foundation
import Ratchet

/// The fields of a plan as they are typed; whoever presents it takes over what is saved.
struct Form: Reducer {
  static let fields: [(name: String, text: any WritableKeyPath<State, String> & Sendable)] = [
    ("title", \.title), ("minutes", \.minutes), ("attendees", \.attendees),
  ]

  struct State: Codable, Equatable, Sendable {
    var title: String
    var minutes: String
    /// Their names, with commas between them.
    var attendees: String
    /// The position of the field that is edited.
    var focus = 0
    private let plan: Plan

    init(plan: Plan) {
      self.plan = plan
      title = plan.title
      minutes = "\(plan.minutes)"
      attendees = plan.names
    }

    /// The plan as it was typed.
    var finished: Plan {
      var plan = plan
      plan.title = title.trimmingCharacters(in: .whitespaces)
      plan.minutes = Int(minutes) ?? 0
      plan.attendees = attendees.split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      return plan
    }

    /// Why it cannot be saved yet.
    var hint: String? {
      if finished.title.isEmpty { return "A title, please." }
      if finished.attendees.isEmpty { return "At least one name, please." }
      return (1...600).contains(finished.minutes) ? nil : "From 1 to 600 minutes, please."
    }
  }

  enum Action: Codable, Equatable, Sendable {
    /// The text of the field that is edited.
    case typed(String)
    case nextTapped, saveTapped, cancelTapped
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text): state[keyPath: Self.fields[state.focus].text] = text
    case .nextTapped: state.focus = (state.focus + 1) % Self.fields.count
    case .saveTapped where state.hint == nil, .cancelTapped:
      return .run { _ in await dismiss() }
    case .saveTapped: break
    }
    return .none
  }
}
