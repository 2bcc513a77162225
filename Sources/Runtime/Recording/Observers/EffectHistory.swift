public import Ratchet
import RatchetDependencies

/// Remembers what ``Ratchet/Store/explain()`` shows of effects and the store does not know: their
/// age, what they sent last, and from which effects they come.
///
/// ```swift
/// let history = EffectHistory(of: Search.self)
/// let store = Store(initialState: Search.State(), observers: [history]) { Search() }
/// print(store.explain())
/// ```
///
/// Keeps what is in flight, and of effects that have ended the last ones, with the actions that
/// started them.
@MainActor public final class EffectHistory<State, Action: Sendable>: StoreObserver, EffectRecords {
  private struct Live {
    let effect: EffectDescription
    let stopwatch: Stopwatch
    var lastSent: Action?
  }

  private let limit: Int
  private var live: [Int: Live] = [:]
  private var ended: [Int: EffectDescription] = [:]
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

  /// Remembers what an event tells.
  public func observe(_ event: StoreEvent<State, Action>) {
    switch event {
    case .effectStarted(let effect):
      live[effect.id] = Live(
        effect: effect, stopwatch: Stopwatch(DependencyValues.current.continuousClock))
    case .effectSent(let effect, let action): live[effect.id]?.lastSent = action
    case .effectFinished(let effect), .effectFailed(let effect, _), .effectCancelled(let effect, _):
      end(effect)
    default: break
    }
  }

  private func end(_ effect: EffectDescription) {
    let removed = live.removeValue(forKey: effect.id)
    guard removed != nil, limit > 0 else { return }
    ended[effect.id] = effect
    order.append(effect.id)
    if order.count <= limit { return }
    // Released here, when nothing is being changed any more.
    let forgotten = ended.removeValue(forKey: order.removeFirst())
    extendLifetime((removed, forgotten))
  }

  func age(of id: Int) -> Duration? { live[id]?.stopwatch.elapsed }

  func lastSent(by id: Int) -> String? { live[id]?.lastSent.map { ValueLine.text($0) } }

  func effect(_ id: Int) -> EffectDescription? { live[id]?.effect ?? ended[id] }
}

/// What a history knows, whatever the state and the action are.
@MainActor protocol EffectRecords: AnyObject {
  /// How long an effect has been in flight.
  func age(of id: Int) -> Duration?
  /// The last action that it sent, as text.
  func lastSent(by id: Int) -> String?
  /// An effect that is in flight, or one that has ended and is remembered.
  func effect(_ id: Int) -> EffectDescription?
}
