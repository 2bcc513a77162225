import Console
import Foundation
import Ratchet

/// The fields of a plan as they are typed; it saves the plan, and leaves.
struct Form: Reducer {
  static let fields: [(name: String, text: any WritableKeyPath<State, TextField> & Sendable)] = [
    ("title", \.title), ("minutes", \.minutes), ("attendees", \.attendees),
  ]

  struct State: Codable, Equatable, Sendable {
    let planID: Plan.ID
    var title: TextField
    var minutes: TextField
    /// Their names, with commas between them.
    var attendees: TextField
    /// The position of the field that is edited.
    var focus = 0
    /// Whether the field has a number that was there before, which typing replaces.
    var isNumberOld = false

    init(plan: Plan) {
      planID = plan.id
      title = TextField(text: plan.title)
      minutes = TextField(text: "\(plan.minutes)")
      attendees = TextField(text: plan.names)
    }

    /// A plan with what was typed, and the records that it has.
    func applied(to plan: Plan) -> Plan {
      var plan = plan
      plan.title = title.text.trimmingCharacters(in: .whitespaces)
      plan.minutes = Int(minutes.text) ?? 0
      plan.attendees = attendees.text.split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      return plan
    }

    /// Why it cannot be saved yet.
    var hint: String? {
      let plan = applied(to: Plan(id: planID))
      if plan.title.isEmpty { return "A title, please." }
      if plan.attendees.isEmpty { return "At least one name, please." }
      return Plan.minutesRange.contains(plan.minutes) ? nil : "From 1 to 600 minutes, please."
    }
  }

  enum Action: Codable, Equatable, Sendable {
    /// The text of the field that is edited.
    case typed(TextField)
    case nextTapped, previousTapped, saveTapped, cancelTapped
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let close = Effect<Action>.run { _ in await dismiss() }
    switch action {
    case .typed(let text):
      state[keyPath: Self.fields[state.focus].text] = text
      state.isNumberOld = false
    case .nextTapped: move(by: 1, &state)
    case .previousTapped: move(by: Self.fields.count - 1, &state)
    case .saveTapped where state.hint == nil:
      let save = Effect<Action>.change(.plans) { [form = state] plans in
        let plan = plans[id: form.planID] ?? Plan(id: form.planID)
        plans.updateOrAppend(form.applied(to: plan))
      }
      return .merge(save, close)
    case .cancelTapped: return close
    case .saveTapped: break
    }
    return .none
  }

  private func move(by step: Int, _ state: inout State) {
    state.focus = (state.focus + step) % Self.fields.count
    state.isNumberOld = Self.fields[state.focus].text == \State.minutes
  }
}
