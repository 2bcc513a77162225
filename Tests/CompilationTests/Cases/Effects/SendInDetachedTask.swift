import Ratchet

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
