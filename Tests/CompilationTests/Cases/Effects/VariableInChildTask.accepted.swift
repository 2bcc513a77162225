import Ratchet

func successes(of work: @escaping @Sendable () async -> Bool) -> Effect<Int> {
  .run { send in
    var successes = 0
    await withTaskGroup { group in
      for _ in 1...3 {
        group.addTask { await work() }
      }
      for await success in group where success { successes += 1 }
    }
    await send(successes)
  }
}
