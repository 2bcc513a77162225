import Ratchet

func load(_ load: @escaping @Sendable () async throws -> Int) -> Effect<Int> {
  .run { send in
    await send(try await load())
  } catch: { _, send in  // error: invalid conversion from throwing function
    await send(try await load())
  }
}
