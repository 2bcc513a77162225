import Ratchet

/// Extracts the payload that a test expects from an action, makes an action from a payload, and
/// names the payload in failures.
///
/// Used by the forms of `TestStore.receive` that take a part of an action: the constructor of a
/// case, a case path, or a child. For a case of a child's action, `appending` adds the second part.
struct ActionPayload<Action, Payload> {
  private let embed: (Payload) -> Action
  private let extract: (Action) -> Payload?
  private let title: () -> String

  private init(
    embed: @escaping (Payload) -> Action, extract: @escaping (Action) -> Payload?,
    title: @escaping () -> String
  ) {
    self.embed = embed
    self.extract = extract
    self.title = title
  }

  /// The payload of the case with this constructor.
  init(of actionCase: @escaping (Payload) -> Action) {
    self.init(
      embed: actionCase, extract: { Self.payload(of: $0, actionCase) },
      title: { CaseNames.text(of: actionCase) })
  }

  /// The associated values of the case with this constructor, as a tuple.
  init<each Value>(ofValues actionCase: @escaping (repeat each Value) -> Action)
  where Payload == (repeat each Value) {
    self.init(of: { actionCase(repeat each $0) })
  }

  /// The payload at a path.
  init(at path: CasePath<Action, Payload>) {
    self.init(embed: { path.embed($0) }, extract: { path.extract(from: $0) }, title: { path.title })
  }

  /// The action of the element with this id, in a case with an id and an element's action.
  init<ID: Equatable>(of elements: @escaping (ID, Payload) -> Action, id: ID) {
    let pair = ActionPayload<Action, (ID, Payload)>(ofValues: elements)
    self.init(
      embed: { elements(id, $0) },
      extract: { action in
        // Makes the action again: a function that changes the id is not a constructor.
        guard let found = pair.extract(action), found.0 == id,
          pair.extract(elements(id, found.1))?.0 == id
        else { return nil }
        return found.1
      },
      title: { "the element with the id \(ValueLine.text(id))" })
  }

  /// The action of the element of a stack with this id.
  init<ElementState>(
    ofStack stack: @escaping (StackAction<ElementState, Payload>) -> Action, id: StackID
  ) {
    let actions = ActionPayload<Action, StackAction<ElementState, Payload>>(of: stack)
    self.init(
      embed: { stack(.element(id: id, action: $0)) },
      extract: { action in
        guard case .element(id, let payload) = actions.extract(action) else { return nil }
        return payload
      },
      title: { "the element with the id \(id)" })
  }

  /// The action of a presented child.
  init(presentedBy child: @escaping (PresentationAction<Payload>) -> Action)
  where Payload: Sendable {
    let presentation = ActionPayload<Action, PresentationAction<Payload>>(of: child)
    self.init(
      embed: { child(.presented($0)) },
      extract: { action in
        guard case .presented(let payload) = presentation.extract(action) else { return nil }
        return payload
      },
      title: { "the presented child" })
  }

  /// The payload of a case of this payload.
  func appending<Next>(_ next: ActionPayload<Payload, Next>) -> ActionPayload<Action, Next> {
    ActionPayload<Action, Next>(
      embed: { embed(next.embed($0)) }, extract: { extract($0).flatMap(next.extract) },
      title: { "\(next.title()) from \(title())" })
  }

  /// An expectation that any payload satisfies.
  var any: Expectation<Action> {
    Expectation("an action of \(title())") { extract($0) != nil }
  }

  /// An expectation that an equal payload satisfies.
  func equal<each Value: Equatable>(to value: repeat each Value) -> Expectation<Action>
  where Payload == (repeat each Value) {
    Expectation(embed((repeat each value))) { action in
      guard let payload = extract(action) else { return false }
      for (found, expected) in repeat (each payload, each value) {
        if found != expected { return false }
      }
      return true
    }
  }

  /// The payload of an action; `nil` if the action is of another case than the constructor makes.
  ///
  /// Makes another action from the payload, with the constructor, and compares the cases of both
  /// actions.
  private static func payload(
    of action: Action, _ actionCase: (Payload) -> Action
  ) -> Payload? {
    let found = Mirror(reflecting: action).children.first?.value ?? ()
    guard let reflection = CaseReflection(action),
      let payload = (onlyElement(of: found) ?? found) as? Payload,
      let made = CaseReflection(actionCase(payload)), made.isSameCase(as: reflection)
    else { return nil }
    return payload
  }

  /// The value in a tuple of one element: so a mirror shows a single associated value with a label.
  private static func onlyElement(of payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple && mirror.children.count == 1
      ? mirror.children.first?.value : nil
  }
}
