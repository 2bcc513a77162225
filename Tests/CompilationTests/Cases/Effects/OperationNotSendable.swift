import Ratchet

#if MISTAKE
  func effect(_ operation: @escaping (Send<Int>) async throws -> Void) -> Effect<Int> {
    .run(operation: operation)  // error: passing non-Sendable parameter 'operation'
  }
#else
  func effect(
    _ operation: @escaping @MainActor @Sendable (Send<Int>) async throws -> Void
  ) -> Effect<Int> {
    .run(operation: operation)
  }
#endif
