import Logging
import Ratchet

/// Logs the actions that a store receives, and the errors of its effects.
@MainActor package final class ActionLog<State, Action: Sendable>: StoreObserver {
  private let logger: Logger

  package init<Feature: Reducer>(of feature: Feature.Type, to logger: Logger)
  where Feature.State == State, Feature.Action == Action {
    self.logger = logger
  }

  package func observe(_ event: StoreEvent<State, Action>) {
    switch event {
    case .received: logger.orCurrent.debug("\(event)")
    case .effectFailed(let effect, _):
      logger.orCurrent.error("\(event)", metadata: ["feature": "\(effect.path)"])
    default: break
    }
  }
}
