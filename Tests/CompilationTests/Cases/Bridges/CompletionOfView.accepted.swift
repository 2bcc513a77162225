import Ratchet

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
