/// What can happen in a ``Stack`` of features: an action of an element, a push or a pop.
///
/// ```swift
/// enum Action {
///   case path(StackAction<Screen.State, Screen.Action>)
/// }
/// ```
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  case element(id: StackID, action: Action)

  /// An element is to be pushed.
  case push(State)

  /// The element with an id is to be popped, and those above it.
  case pop(from: StackID)
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
