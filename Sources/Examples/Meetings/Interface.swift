import Console
import Foundation
import Ratchet

extension Interface where State == Meetings.State, Action == Meetings.Action {
  /// The keys of the meetings, and how they are shown.
  static let meetings = Interface(
    command: { key, state in Meetings.command(key, state) },
    draw: { state, frame in state.lines(frame) },
    changes: { old, new in
      // What is typed into a form changes no meeting yet.
      if new.form != nil { return [] }
      let before = old.content.map(\.text)
      return new.content.map(\.text).filter { !before.contains($0) }
    },
    result: { $0.plans.count == 1 ? "1 meeting" : "\($0.plans.count) meetings" }, quit: .quit,
    help: [
      "list      Enter open, a add, j and k or the arrows select, PgUp and PgDn too,",
      "          Home the first, End the last",
      "meeting   s start, e edit, d delete; while it goes on: n next speaker, e end",
      "form      Tab and Shift-Tab between the fields, Left and Right within one,",
      "          Enter save, Ctrl-U clear, Esc cancel",
      "anywhere  Esc and q go back, and say no, Ctrl-Z suspends, Ctrl-D quits",
    ],
    listeners: ["shared.plans", Meetings.listening, Meeting.timer], quitsAtEndOfInput: true)
}

extension Meetings {
  static func command(_ key: Key, _ state: State) -> KeyCommand<Action>? {
    if let form = state.form { return form.action(key).map { .send(.form(.presented($0))) } }
    if let id = state.path.ids.last, let screen = state.path.last {
      return screen.action(key).map { .send(.path(.element(id: id, action: $0))) }
    }
    if let rows = key.rowsMoved { return .send(.selectionMoved(by: rows)) }
    return switch key {
    case .control("m"), .control("j"): .send(.openTapped)
    case .character("a"): .send(.addTapped)
    case .character("q"): .quit
    default: nil
    }
  }
}

extension Meetings.State {
  /// What is on top, what has gone wrong, and the keys; the lines around the marked one, if there
  /// is no room for all.
  func lines(_ frame: Frame) -> [Line] {
    let keys = frame.keys(keys)
    let lines = content.flatMap { $0.wrapped(columns: frame.size.columns) }
    let marked = lines.firstIndex { $0.text.hasPrefix("> ") } ?? 0
    let room = max(0, frame.size.rows - keys.count)
    let shown = lines[Frame.rows(room, of: lines.count, around: marked)]
    return Array((shown + keys).prefix(frame.size.rows))
  }

  /// What is on top, and what has gone wrong.
  var content: [Line] {
    let problem = problem.map { [Line(($0, .failure))] } ?? []
    let rows = plans.enumerated().map { index, plan in
      Line(
        (index == selection ? "> " : "  ", .value), (plan.title, .value),
        ("  \(plan.seconds.time), \(plan.names)", .plain))
    }
    let screen = path.last.flatMap { screen in
      plans[id: screen.planID].map { screen.lines(of: $0) }
    }
    return (form?.lines ?? screen ?? (rows.isEmpty ? [Line(("no meetings", .plain))] : rows))
      + problem
  }

  private var keys: [String] {
    if form != nil { return ["Tab next", "Shift-Tab back", "Enter save", "Esc cancel"] }
    return path.last?.keys ?? ["Enter open", "a add", "j down", "k up", "? help", "q quit"]
  }
}

extension Screen.State {
  fileprivate func action(_ key: Key) -> Screen.Action? {
    switch self {
    case .detail(let detail):
      let keys: [Key: Detail.Action] =
        detail.alert == nil
        ? [
          .character("s"): .startTapped, .character("e"): .editTapped,
          .character("d"): .deleteTapped, .character("b"): .backTapped,
          .character("q"): .backTapped, .escape: .backTapped,
        ]
        : [
          .character("y"): .alert(isConfirmed: true), .character("n"): .alert(isConfirmed: false),
          .character("q"): .alert(isConfirmed: false), .escape: .alert(isConfirmed: false),
        ]
      return keys[key].map { .detail($0) }
    case .meeting(let meeting):
      let keys: [Key: Meeting.Action] =
        !meeting.isAlertShown
        ? [
          .character("n"): .nextTapped, .character("e"): .endTapped,
          .character("q"): .endTapped, .escape: .endTapped,
        ]
        : [
          .character("s"): .saveTapped, .character("d"): .discardTapped,
          .character("r"): .resumeTapped, .character("q"): .resumeTapped, .escape: .resumeTapped,
        ]
      return keys[key].map { .meeting($0) }
    }
  }

  fileprivate var keys: [String] {
    switch self {
    case .detail(let detail):
      detail.alert == nil
        ? ["s start", "e edit", "d delete", "? help", "q back"] : ["y delete", "n keep"]
    case .meeting(let meeting):
      meeting.isAlertShown
        ? ["d discard", "s save", "r resume"] : ["n next speaker", "? help", "q end"]
    }
  }

  fileprivate func lines(of plan: Plan) -> [Line] {
    switch self {
    case .detail(let detail):
      let text = "\(plan.seconds.time), \(plan.slot.time) for each of \(plan.names)"
      let records = plan.records.suffix(10).map { record in
        Line(
          ("  held on \(record.date.formatted(.asWritten))", .plain),
          (" for \(record.seconds.time)", .plain))
      }
      let alert = detail.alert == nil ? [] : [Line(("Delete it, with its records?", .running))]
      return [Line((plan.title, .value)), Line((text, .plain))] + records + alert
    case .meeting(let meeting):
      let speakers = plan.attendees.enumerated().map { index, name in
        let style: Style = index < meeting.speaker ? .quiet : .plain
        guard index == meeting.speaker else { return Line(("  " + name, style)) }
        let left = meeting.slot(of: plan) - meeting.spoken
        return Line(("> " + name, .running), ("  \(left.time) left", .plain))
      }
      let time = "  \(meeting.elapsed.time) of \(plan.seconds.time)"
      let alert = meeting.isAlertShown ? [Line(("End the meeting?", .running))] : []
      return [Line((plan.title, .value), (time, .plain))] + speakers + alert
    }
  }
}

extension Form.State {
  fileprivate func action(_ key: Key) -> Form.Action? {
    let field = self[keyPath: Form.fields[focus].text]
    return switch key {
    case .control("i"): .nextTapped
    case .backTab: .previousTapped
    case .control("m"), .control("j"): .saveTapped
    case .escape: .cancelTapped
    case .character, .paste: (isNumberOld ? "" : field).edited(by: key).map { .typed($0) }
    default: field.edited(by: key).map { .typed($0) }
    }
  }

  fileprivate var lines: [Line] {
    Form.fields.enumerated().map { index, field in
      let text = self[keyPath: field.text]
      if index == focus, !isNumberOld {
        return Line(spans: [("> \(field.name): ", .quiet)] + text.spans())
      }
      let (mark, cursor) = index == focus ? (">", "_") : (" ", "")
      return Line(
        ("\(mark) \(field.name): ", .quiet), (text.text, index == focus ? .quiet : .value),
        (cursor, .quiet))
    } + (hint.map { [Line(($0, .quiet))] } ?? [])
  }
}

extension Int {
  /// So many seconds, as a person says them.
  fileprivate var time: String {
    let parts = [(self / 3600, "h"), (self / 60 % 60, "min"), (self % 60, "s")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "0 s" : parts.prefix(2).joined(separator: " ")
  }
}

extension FormatStyle where Self == Date.FormatStyle {
  /// A day and a time, as in "26 November 2026 at 14:05".
  fileprivate static var asWritten: Date.FormatStyle {
    Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: "en_GB"))
  }
}
