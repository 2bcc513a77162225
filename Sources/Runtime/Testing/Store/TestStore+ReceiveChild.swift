public import Ratchet
public import Testing

// Actions of an element, by its id.
extension TestStore {
  /// Receives an action of the element with an id: `receive(Action.row, id: 7, .tick)`.
  public func receive<ID: Equatable, ElementAction: Equatable & Sendable>(
    _ elements: @escaping (ID, ElementAction) -> Action, id: ID, _ action: ElementAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let child = ReceivedChild(elements, id: id)
    await receive(child.equals(action) { $0 == action }, changes, sourceLocation)
  }

  /// Receives an action of a case, with any payload, from the element with an id:
  /// `receive(Action.row, id: 7, Row.Action.renamed)`.
  public func receive<ID: Equatable, ElementAction: Sendable, Value>(
    _ elements: @escaping (ID, ElementAction) -> Action, id: ID,
    _ actionCase: @escaping (Value) -> ElementAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(ReceivedChild(elements, id: id).isCase(actionCase), changes, sourceLocation)
  }

  /// Receives an action of a case with an equal payload from the element with an id:
  /// `receive(Action.row, id: 7, Row.Action.renamed, "Seven")`.
  public func receive<ID: Equatable, ElementAction: Sendable, each Value: Equatable>(
    _ elements: @escaping (ID, ElementAction) -> Action, id: ID,
    _ actionCase: @escaping (repeat each Value) -> ElementAction, _ value: repeat each Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expected = actionCase(repeat each value)
    let expectation = ReceivedChild(elements, id: id).equals(expected) {
      CaseMatch.isEqual($0, expected, repeat each value)
    }
    await receive(expectation, changes, sourceLocation)
  }
}

// Actions of a presented child.
extension TestStore {
  /// Receives an action of a presented child: `receive(Action.detail, .presented, .saved)`.
  public func receive<ChildAction: Equatable & Sendable>(
    _ child: @escaping (PresentationAction<ChildAction>) -> Action,
    _ step: PresentationStep, _ action: ChildAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = ReceivedChild(presentedBy: child).equals(action) { $0 == action }
    await receive(expectation, changes, sourceLocation)
  }

  /// Receives an action of a case, with any payload, from a presented child:
  /// `receive(Action.detail, .presented, Detail.Action.saved)`.
  public func receive<ChildAction: Sendable, Value>(
    _ child: @escaping (PresentationAction<ChildAction>) -> Action,
    _ step: PresentationStep, _ actionCase: @escaping (Value) -> ChildAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(ReceivedChild(presentedBy: child).isCase(actionCase), changes, sourceLocation)
  }

  /// Receives an action of a case with an equal payload from a presented child:
  /// `receive(Action.detail, .presented, Detail.Action.saved, 42)`.
  public func receive<ChildAction: Sendable, each Value: Equatable>(
    _ child: @escaping (PresentationAction<ChildAction>) -> Action,
    _ step: PresentationStep, _ actionCase: @escaping (repeat each Value) -> ChildAction,
    _ value: repeat each Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expected = actionCase(repeat each value)
    let expectation = ReceivedChild(presentedBy: child).equals(expected) {
      CaseMatch.isEqual($0, expected, repeat each value)
    }
    await receive(expectation, changes, sourceLocation)
  }
}

/// The step from the action of a presenting feature to that of its presented feature.
public enum PresentationStep: Sendable {
  /// An action of the presented feature, rather than its removal.
  case presented
}

/// How to extract and embed the action of a child.
private struct ReceivedChild<Action, ChildAction: Sendable> {
  let extract: (Action) -> ChildAction?
  let embed: (ChildAction) -> Action
  let name: () -> String

  /// The element with an id.
  init<ID: Equatable>(_ elements: @escaping (ID, ChildAction) -> Action, id: ID) {
    extract = { CaseMatch.element(of: $0, id: id, elements) }
    embed = { elements(id, $0) }
    name = { "the element with the id \(ValueLine.text(id))" }
  }

  /// A presented child.
  init(presentedBy child: @escaping (PresentationAction<ChildAction>) -> Action) {
    extract = { action in
      guard case .presented(let childAction) = CaseMatch.value(of: action, child) else {
        return nil
      }
      return childAction
    }
    embed = { child(.presented($0)) }
    name = { "the presented child" }
  }

  func equals(
    _ action: ChildAction, _ isEqual: @escaping (ChildAction) -> Bool
  ) -> Expectation<Action> {
    Expectation(embed(action)) { extract($0).map(isEqual) ?? false }
  }

  func isCase<Value>(_ actionCase: @escaping (Value) -> ChildAction) -> Expectation<Action> {
    Expectation("an action of \(CaseNames.text(of: actionCase)) from \(name())") {
      extract($0).map { CaseMatch.isCase($0, of: actionCase) } ?? false
    }
  }
}
