import Console
import Foundation
import Ratchet

extension Interface where State == Meetings.State, Action == Meetings.Action {
  /// The keys of the meetings, and how they are shown.
  static let meetings = Interface(
    command: { key, state in Meetings.command(key, state) },
    draw: { state, frame in Array(state.lines.prefix(frame.size.rows)) },
    changes: { old, new in
      let before = old.lines.map(\.text)
      return new.lines.map(\.text).filter { !before.contains($0) }
    },
    result: { $0.plans.count == 1 ? "1 meeting" : "\($0.plans.count) meetings" }, quit: .quit,
    listeners: ["shared.plans", Meetings.listening])
}

extension Meetings {
  static func command(_ key: Key, _ state: State) -> KeyCommand<Action>? {
    if let form = state.form { return form.action(key).map { .send(.form(.presented($0))) } }
    if let id = state.path.ids.last, let screen = state.path.last {
      return screen.action(key).map { .send(.path(.element(id: id, action: $0))) }
    }
    return switch key {
    case .arrow(.up), .character("k"): .send(.selectionMoved(by: -1))
    case .arrow(.down), .character("j"): .send(.selectionMoved(by: 1))
    case .control("m"), .control("j"): .send(.openTapped)
    case .character("a"): .send(.addTapped)
    case .character("q"): .quit
    default: nil
    }
  }
}

extension Meetings.State {
  /// What is on top, what has gone wrong, and the keys.
  var lines: [Line] {
    let problem = problem.map { [Line(($0, .failure))] } ?? []
    let rows = plans.enumerated().map { index, plan in
      Line(
        (index == selection ? "> " : "  ", .value), (plan.title, .value),
        ("  \(plan.minutes) min, \(plan.names)", .plain))
    }
    let keys = Line(("Enter open  a add  j down  k up  q quit", .quiet))
    let list = rows.isEmpty ? [Line(("no meetings", .plain)), keys] : rows + [keys]
    let screen = path.last.flatMap { screen in
      plans[id: screen.planID].map { screen.lines(of: $0) }
    }
    let content = form?.lines ?? screen ?? list
    return content.dropLast() + problem + content.suffix(1)
  }
}

extension Screen.State {
  fileprivate func action(_ key: Key) -> Screen.Action? {
    guard case .character(let scalar) = key else { return nil }
    switch self {
    case .detail(let detail):
      let keys: [Unicode.Scalar: Detail.Action] =
        detail.alert == nil
        ? ["s": .startTapped, "e": .editTapped, "d": .deleteTapped, "b": .backTapped]
        : ["y": .alert(isConfirmed: true), "n": .alert(isConfirmed: false)]
      return keys[scalar].map { .detail($0) }
    case .meeting(let meeting):
      let keys: [Unicode.Scalar: Meeting.Action] =
        !meeting.isAlertShown
        ? ["n": .nextTapped, "e": .endTapped]
        : ["s": .saveTapped, "d": .discardTapped, "r": .resumeTapped]
      return keys[scalar].map { .meeting($0) }
    }
  }

  fileprivate func lines(of plan: Plan) -> [Line] {
    switch self {
    case .detail(let detail):
      let text = "\(plan.minutes) min, \(plan.slot) s for each of \(plan.names)"
      let records = plan.records.suffix(10).map { record in
        Line(("  held on \(record.date.formatted(.iso8601)) for \(record.seconds) s", .plain))
      }
      let keys = detail.alert == nil ? "s start  e edit  d delete  b back" : "Delete?  y yes  n no"
      return [Line((plan.title, .value)), Line((text, .plain))] + records + [Line((keys, .quiet))]
    case .meeting(let meeting):
      let speakers = plan.attendees.enumerated().map { index, name in
        guard index == meeting.speaker else { return Line(("  " + name, .plain)) }
        let left = meeting.slotEnd(of: plan) - meeting.elapsed
        return Line(("> " + name, .running), ("  \(left) s left", .plain))
      }
      let time = "  \(meeting.elapsed) of \(plan.seconds) s"
      let keys = meeting.isAlertShown ? "End?  s save  d discard  r resume" : "n next  e end"
      return [Line((plan.title, .value), (time, .plain))] + speakers + [Line((keys, .quiet))]
    }
  }
}

extension Form.State {
  fileprivate func action(_ key: Key) -> Form.Action? {
    switch key {
    case .control("i"): .nextTapped
    case .control("m"), .control("j"): .saveTapped
    case .escape: .cancelTapped
    default: self[keyPath: Form.fields[focus].text].edited(by: key).map { .typed($0) }
    }
  }

  fileprivate var lines: [Line] {
    Form.fields.enumerated().map { index, field in
      let (mark, cursor) = index == focus ? (">", "_") : (" ", "")
      return Line(
        ("\(mark) \(field.name): ", .quiet), (self[keyPath: field.text], .value), (cursor, .quiet))
    } + [Line((hint ?? "", .quiet)), Line(("Enter save  Tab next  Esc cancel", .quiet))]
  }
}
