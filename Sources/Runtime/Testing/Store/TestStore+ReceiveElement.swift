public import Ratchet
public import Testing

// Receives the actions of one element of a stack, by the id of the element.
extension TestStore {
  /// Receives an action of the element with an id:
  /// `receive(Action.path, id: 0, .detail(.saved))`.
  public func receive<ElementState, ElementAction: Equatable & Sendable>(
    _ stack: @escaping (StackAction<ElementState, ElementAction>) -> Action, id: StackID,
    _ action: ElementAction,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let element = ActionPayload(ofStack: stack, id: id)
    await receive(element.equal(to: action), changes, sourceLocation)
  }

  /// Receives an action at a path, with any payload, from the element with an id:
  /// `receive(Action.path, id: 0, CasePath(Screen.Action.detail, Detail.Action.loaded))`.
  public func receive<ElementState, ElementAction: Sendable, Value>(
    _ stack: @escaping (StackAction<ElementState, ElementAction>) -> Action, id: StackID,
    _ path: CasePath<ElementAction, Value>,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let element = ActionPayload(ofStack: stack, id: id)
    await receive(element.appending(.init(at: path)).any, changes, sourceLocation)
  }
}
