import Ratchet

func load(_ load: @escaping @Sendable () async throws -> Int) -> Effect<Int> {
  .run { send in
    await send(try await load())
  } catch: { _, send in  // error: invalid conversion from throwing function
    #if MISTAKE
      await send(try await load())
    #else
      await send(0)
    #endif
  }
}
