import Logging
import Ratchet
import ServiceLifecycle

/// Runs a store until its service group shuts down; then its effects have a limited time to end.
package struct StoreService<State, Action: Sendable>: Service {
  let store: Store<State, Action>
  let limit: Duration
  let logger: Logger

  package func run() async throws {
    // Throws if the task is cancelled; then `drain` cancels the effects at once.
    try? await gracefulShutdown()
    for effect in await store.drain(within: limit) {
      logger.warning("cancelled", metadata: ["effect": "\(effect)"])
    }
  }
}
