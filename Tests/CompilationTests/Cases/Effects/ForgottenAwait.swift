import Ratchet

func both() -> Effect<Int> {
  .run { send in
    #if MISTAKE
      send(1)  // error: expression is 'async' but is not marked with 'await'
    #else
      await send(1)
    #endif
    await send(2)
  }
}
