import Ratchet

func locate(_ locate: @escaping @Sendable (@escaping @Sendable (Int) -> Void) -> Void)
  -> Effect<Int>
{
  .run { send in
    locate { place in
      send(place)  // error: 'async' call in a function that does not support concurrency
    }
  }
}
