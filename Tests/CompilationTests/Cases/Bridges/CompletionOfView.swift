import Ratchet

#if MISTAKE
  @MainActor final class PriceView {
    var text = ""

    func load(_ price: @escaping @Sendable () async throws -> Int) {
      Task(
        operation: { try await price() },
        completion: { @Sendable result in
          self.text = "\(result)"  // error: can not be mutated from a Sendable closure
        })
    }
  }
#else
  @MainActor final class PriceView {
    var text = ""

    func load(_ price: @escaping @Sendable () async throws -> Int) {
      Task(
        operation: { try await price() },
        completion: { @MainActor result in
          self.text = "\(result)"
        })
    }
  }
#endif
