import Logging
import Metrics
import Ratchet
import RatchetLogging
import RatchetMetrics
import RatchetTracing
import ServiceLifecycle

/// A store for each session.
@MainActor final class Sessions: Service {
  private var stores: [String: StoreOf<Cart>] = [:]
  private let logger: Logger

  init(logger: Logger) {
    self.logger = logger
  }

  /// Adds an item, and returns how many have been added when that is done.
  func add(_ item: String, to session: String) async throws -> Int {
    let store = store(of: session)
    let task = store.send(.added(item))
    await task.finish()
    if let failure = task.failure { throw failure }
    return store.added.count
  }

  /// The number of items in the database over time; ends with the session.
  func counts(of session: String) -> some AsyncSequence<Int, Never> & Sendable {
    store(of: session).states(of: \.count)
  }

  func close(_ session: String) {
    stores[session] = nil  // cancels its effects
  }

  private func store(of session: String) -> StoreOf<Cart> {
    if let store = stores[session] { return store }
    let store = Store(
      initialState: Cart.State(id: session),
      observers: [ActionLog(of: Cart.self, to: logger), MetricsReporter(of: Cart.self)]
    ) {
      Cart().logging(to: logger).traced()
    }
    stores[session] = store
    return store
  }

  nonisolated func run() async throws {
    try? await gracefulShutdown()
    await drain()
  }

  private func drain() async {
    await withTaskGroup { group in
      for store in stores.values {
        group.addTask { _ = await store.drain(within: .seconds(10)) }
      }
    }
    stores = [:]
  }
}
