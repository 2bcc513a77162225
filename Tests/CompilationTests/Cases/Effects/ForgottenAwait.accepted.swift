import Ratchet

func both() -> Effect<Int> {
  .run { send in
    await send(1)
    await send(2)
  }
}
