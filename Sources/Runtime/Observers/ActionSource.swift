/// Where an action came from; a part of the events of actions in ``StoreEvent``.
public enum ActionSource: Sendable, Hashable, CustomStringConvertible {
  /// Anything that is not an effect of the store: a view, a test, an observer.
  case caller
  /// An effect of the store.
  case effect(EffectDescription)

  /// `a caller`, or the number and name of the effect.
  public var description: String {
    switch self {
    case .caller: "a caller"
    case .effect(let effect): effect.title
    }
  }
}
