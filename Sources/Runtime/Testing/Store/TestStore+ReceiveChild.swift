public import Ratchet
public import Testing

// Receives the actions of one element of a collection, by the id of the element.
extension TestStore {
  /// Receives an action of the element with an id: `receive(Action.row, id: 7, .tick)`.
  public func receive<ID: Equatable, ElementAction: Equatable & Sendable>(
    _ elements: @escaping (ID, ElementAction) -> Action, id: ID, _ action: ElementAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let child = ActionPayload(of: elements, id: id)
    await receive(child.equal(to: action), changes, sourceLocation)
  }

  /// Receives an action of a case, with any payload, from the element with an id:
  /// `receive(Action.row, id: 7, Row.Action.renamed)`.
  public func receive<ID: Equatable, ElementAction: Sendable, Value>(
    _ elements: @escaping (ID, ElementAction) -> Action, id: ID,
    _ actionCase: @escaping (Value) -> ElementAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let child = ActionPayload(of: elements, id: id)
    await receive(child.appending(.init(of: actionCase)).any, changes, sourceLocation)
  }

  /// Receives an action of a case with an equal payload from the element with an id:
  /// `receive(Action.row, id: 7, Row.Action.renamed, "Seven")`.
  public func receive<ID: Equatable, ElementAction: Sendable, each Value: Equatable>(
    _ elements: @escaping (ID, ElementAction) -> Action, id: ID,
    _ actionCase: @escaping (repeat each Value) -> ElementAction, _ value: repeat each Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let payload = ActionPayload(of: elements, id: id).appending(.init(ofValues: actionCase))
    await receive(payload.equal(to: repeat each value), changes, sourceLocation)
  }
}

// Receives the actions of a child that is always present, or optional.
extension TestStore {
  /// Receives an action of a case, with any payload, from a child:
  /// `receive(Action.sync, Sync.Action.pulled)`.
  public func receive<ChildAction, Value>(
    _ child: @escaping (ChildAction) -> Action,
    _ actionCase: @escaping (Value) -> ChildAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let child = ActionPayload(of: child)
    await receive(child.appending(.init(of: actionCase)).any, changes, sourceLocation)
  }
}

// Receives the actions of a child that its parent presents.
extension TestStore {
  /// Receives an action of a presented child: `receive(Action.detail, .presented, .saved)`.
  public func receive<ChildAction: Equatable & Sendable>(
    _ child: @escaping (PresentationAction<ChildAction>) -> Action,
    _ step: PresentationStep, _ action: ChildAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(ActionPayload(presentedBy: child).equal(to: action), changes, sourceLocation)
  }

  /// Receives an action of a case, with any payload, from a presented child:
  /// `receive(Action.detail, .presented, Detail.Action.saved)`.
  public func receive<ChildAction: Sendable, Value>(
    _ child: @escaping (PresentationAction<ChildAction>) -> Action,
    _ step: PresentationStep, _ actionCase: @escaping (Value) -> ChildAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let child = ActionPayload(presentedBy: child)
    await receive(child.appending(.init(of: actionCase)).any, changes, sourceLocation)
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
    let payload = ActionPayload(presentedBy: child).appending(.init(ofValues: actionCase))
    await receive(payload.equal(to: repeat each value), changes, sourceLocation)
  }
}

/// Says, in a call of `receive`, that the action is one of a presented feature.
public enum PresentationStep: Sendable {
  /// An action of the presented feature itself, instead of its dismissal.
  case presented
}
