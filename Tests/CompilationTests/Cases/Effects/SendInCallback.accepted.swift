import Ratchet

func locate(_ locate: @escaping @Sendable (@escaping @Sendable (Int) -> Void) -> Void)
  -> Effect<Int>
{
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
