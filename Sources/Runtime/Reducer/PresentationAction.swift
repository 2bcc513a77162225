/// What can happen to a feature that is presented: an action of its own, or its removal.
///
/// ```swift
/// enum Action {
///   case detail(PresentationAction<Detail.Action>)
/// }
/// ```
public enum PresentationAction<Action: Sendable>: Sendable {
  /// The feature is to be removed.
  case dismiss

  /// An action of the feature.
  case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
