import Ratchet

func both() -> Effect<Int> {
  .run { send in
    send(1)  // error: expression is 'async' but is not marked with 'await'
    await send(2)
  }
}
