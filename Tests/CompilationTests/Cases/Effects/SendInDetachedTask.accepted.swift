import Ratchet

func measure(_ work: @escaping @Sendable () -> Int) -> Effect<Int> {
  .run { send in
    await Task.detached {
      let result = work()
      await send(result)
    }.value
  }
}
