import Ratchet

typealias Callback<Value> = @Sendable (@escaping @Sendable (Value) -> Void) -> Void

func measure(_ work: @escaping @Sendable () -> Int) -> Effect<Int> {
  .run { send in
    await Task.detached {
      let result = work()
      #if MISTAKE
        send(result)  // error: cannot be called from outside of the actor
      #else
        await send(result)
      #endif
    }.value
  }
}

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

#if MISTAKE
  func both() -> Effect<Int> {
    .run { send in
      send(1)  // error: expression is 'async' but is not marked with 'await'
      await send(2)
    }
  }

  func other() -> Effect<Int> {
    .run { send in
      await send("")  // error: cannot convert value of type 'String' to expected argument type
    }
  }

  func locate(_ locate: @escaping Callback<Int>) -> Effect<Int> {
    .run { send in
      locate { place in
        send(place)  // error: 'async' call in a function that does not support concurrency
      }
    }
  }

  func effect(_ operation: @escaping (Send<Int>) async throws -> Void) -> Effect<Int> {
    .run(operation: operation)  // error: passing non-Sendable parameter 'operation'
  }
#else
  func both() -> Effect<Int> {
    .run { send in
      await send(1)
      await send(2)
    }
  }

  func locate(_ locate: @escaping Callback<Int>) -> Effect<Int> {
    .run { send in
      let places = AsyncStream { continuation in
        locate { place in
          continuation.yield(place)
          continuation.finish()
        }
      }
      for await place in places { await send(place) }
    }
  }

  func effect(
    _ operation: @escaping @MainActor @Sendable (Send<Int>) async throws -> Void
  ) -> Effect<Int> {
    .run(operation: operation)
  }
#endif
