import Ratchet

func effect(_ operation: @escaping (Send<Int>) async throws -> Void) -> Effect<Int> {
  .run(operation: operation)  // error: passing non-Sendable parameter 'operation'
}
