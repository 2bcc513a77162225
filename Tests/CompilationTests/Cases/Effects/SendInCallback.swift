import Ratchet

#if MISTAKE
  func locate(_ locate: @escaping @Sendable (@escaping @Sendable (Int) -> Void) -> Void)
    -> Effect<Int>
  {
    .run { send in
      locate { place in
        send(place)  // error: 'async' call in a function that does not support concurrency
      }
    }
  }
#else
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
#endif
