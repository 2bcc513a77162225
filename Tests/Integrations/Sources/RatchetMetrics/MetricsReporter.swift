import Metrics
import Ratchet

/// Reports what stores do to swift-metrics, with the names of actions and effects as labels.
///
/// Names must be few: an effect whose name contains an id would make a label for each id.
@MainActor package final class MetricsReporter<State, Action: Sendable>: StoreObserver {
  private let inFlight: Meter
  private let factory: any MetricsFactory
  private var timers: [String: Timer] = [:]
  private var started: [EffectDescription.ID: ContinuousClock.Instant] = [:]

  package init<Feature: Reducer>(
    of feature: Feature.Type, factory: any MetricsFactory = MetricsSystem.factory
  ) where Feature.State == State, Feature.Action == Action {
    self.factory = factory
    inFlight = Meter(label: "store.effects.in_flight", factory: factory)
  }

  package func observe(_ event: StoreEvent<State, Action>) {
    switch event {
    case .reduced(let action, _, _, _, let duration):
      timer("store.action", "action", caseName(of: action)).record(duration: duration)
    case .effectStarted(let effect):
      started[effect.id] = .now
      inFlight.increment()
    case .effectFinished(let effect): end(effect, "finished")
    case .effectFailed(let effect, _): end(effect, "failed")
    case .effectCancelled(let effect, _): end(effect, "cancelled")
    default: break
    }
  }

  private func end(_ effect: EffectDescription, _ outcome: String) {
    // An effect that was cancelled before it started has no time.
    guard let start = started.removeValue(forKey: effect.id) else { return }
    inFlight.decrement()
    timer("store.effect.\(outcome)", "effect", effect.name ?? "unnamed")
      .record(duration: start.duration(to: .now))
  }

  private func timer(_ label: String, _ dimension: String, _ name: String) -> Timer {
    let key = "\(label) \(name)"
    if let timer = timers[key] { return timer }
    let timer = Timer(label: label, dimensions: [(dimension, name)], factory: factory)
    timers[key] = timer
    return timer
  }
}
