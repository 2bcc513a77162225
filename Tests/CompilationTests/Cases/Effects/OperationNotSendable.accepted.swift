import Ratchet

func effect(
  _ operation: @escaping @MainActor @Sendable (Send<Int>) async throws -> Void
) -> Effect<Int> {
  .run(operation: operation)
}
