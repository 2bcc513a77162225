import Ratchet

func successes(of work: @escaping @Sendable () async -> Bool) -> Effect<Int> {
  .run { send in
    var successes = 0
    await withTaskGroup { group in
      for _ in 1...3 {
        group.addTask {  // error: passing closure as a 'sending' parameter risks causing data races
          if await work() { successes += 1 }
        }
      }
    }
    await send(successes)
  }
}
