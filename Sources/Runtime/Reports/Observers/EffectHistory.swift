public import Ratchet
import RatchetDependencies

/// Remembers what the store does not know of its effects, for ``Ratchet/Store/explain()``: their
/// age, the last action that they sent, and the effects that they come from.
///
/// ```swift
/// let history = EffectHistory(of: Search.self)
/// let store = Store(initialState: Search.State(), observers: [history]) { Search() }
/// print(store.explain())
/// ```
///
/// Keeps all effects in flight, and the last ones that have ended, with the actions that started
/// them.
@MainActor public final class EffectHistory<State, Action: Sendable>: StoreObserver, EffectRecords {
  /// An effect in flight, the time since its start, and the last action that it sent.
  private struct Live {
    let effect: EffectDescription
    let stopwatch: Stopwatch
    var lastSent: Action?
  }

  private let limit: Int
  /// The effects in flight that have started, by their ids.
  private var live: [Int: Live] = [:]
  /// The effects that have ended and are remembered, by their ids.
  private var ended: [Int: EffectDescription] = [:]
  /// The ids in `ended`, the effect that ended first at the start: it is forgotten first.
  private var order: [Int] = []

  /// Makes the history of one store of a feature.
  ///
  /// - Parameters:
  ///   - feature: The type of the reducer.
  ///   - limit: How many effects that have ended are remembered.
  public init<Feature: Reducer>(
    of feature: Feature.Type, limit: Int = 1_000
  ) where Feature.State == State, Feature.Action == Action {
    self.limit = max(0, limit)
  }

  /// Records the starts, the sent actions, and the ends of effects.
  @_documentation(visibility: internal)
  public func observe(_ event: StoreEvent<State, Action>) {
    switch event {
    case .effectStarted(let effect):
      live[effect.id] = Live(
        effect: effect,
        stopwatch: Stopwatch(DependencyValues.current.continuousClock(for: effect.origin)))
    case .effectSent(let effect, let action): live[effect.id]?.lastSent = action
    case .effectFinished(let effect), .effectFailed(let effect, _), .effectCancelled(let effect, _):
      end(effect)
    default: break
    }
  }

  /// Moves an effect that has started to those that have ended, and forgets the oldest of these if
  /// they are too many.
  private func end(_ effect: EffectDescription) {
    let removed = live.removeValue(forKey: effect.id)
    guard removed != nil, limit > 0 else { return }
    ended[effect.id] = effect
    order.append(effect.id)
    if order.count <= limit { return }
    // Both values are released here, after the dictionaries have changed: releasing them may run
    // code of the user, which must not happen during a change.
    let forgotten = ended.removeValue(forKey: order.removeFirst())
    extendLifetime((removed, forgotten))
  }

  // MARK: - What `explain()` reads

  func age(of id: Int) -> Duration? { live[id]?.stopwatch.elapsed }

  func lastSent(by id: Int) -> String? { live[id]?.lastSent.map { ValueLine.text($0) } }

  func effect(_ id: Int) -> EffectDescription? { live[id]?.effect ?? ended[id] }
}

/// What `explain()` asks of an `EffectHistory`, whatever the types of its state and action.
@MainActor protocol EffectRecords: AnyObject {
  /// How long an effect has been in flight.
  func age(of id: Int) -> Duration?
  /// The last action that an effect sent, as text.
  func lastSent(by id: Int) -> String?
  /// An effect that is in flight, or one that has ended and is remembered.
  func effect(_ id: Int) -> EffectDescription?
}
