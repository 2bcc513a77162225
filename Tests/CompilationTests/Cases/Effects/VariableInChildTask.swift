import Ratchet

func successes(of work: @escaping @Sendable () async -> Bool) -> Effect<Int> {
  .run { send in
    var successes = 0
    await withTaskGroup { group in
      for _ in 1...3 {
        #if MISTAKE
          group.addTask {  // error: passing closure as a 'sending' parameter risks
            if await work() { successes += 1 }
          }
        #else
          group.addTask { await work() }
        #endif
      }
      #if !MISTAKE
        for await success in group where success { successes += 1 }
      #endif
    }
    await send(successes)
  }
}
