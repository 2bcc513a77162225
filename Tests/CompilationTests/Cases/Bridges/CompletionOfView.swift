import Ratchet

#if MISTAKE
  @MainActor final class PriceView {
    var text = ""

    func load(_ price: @escaping @Sendable () async throws -> Int) {
      deliver(price) { result in
        self.text = "\(result)"  // error: can not be mutated from a Sendable closure
      }
    }
  }

  func deliver(
    _ price: @escaping @Sendable () async throws -> Int,
    to completion: @escaping @Sendable (Result<Int, any Error>) -> Void
  ) {
    Task { await completion(Result { try await price() }) }
  }
#else
  @MainActor final class PriceView {
    var text = ""

    func load(_ price: @escaping @Sendable () async throws -> Int) {
      deliver(price) { result in
        self.text = "\(result)"
      }
    }
  }

  func deliver(
    _ price: @escaping @Sendable () async throws -> Int,
    to completion: @escaping @MainActor @Sendable (Result<Int, any Error>) -> Void
  ) {
    Task { await completion(Result { try await price() }) }
  }
#endif
