import Ratchet

#if MISTAKE
  func greetings() -> Effect<Int> {
    var count = 0
    let first = Effect<Int>.run { send in
      count += 1  // error: sending 'count' risks causing data races
      await send(count)
    }
    let second = Effect<Int>.run { send in
      count += 1
      await send(count)
    }
    return .merge(first, second)
  }
#else
  @MainActor final class Counted {
    var count = 0
  }

  @MainActor func greetings() -> Effect<Int> {
    let counted = Counted()
    let first = Effect<Int>.run { send in
      counted.count += 1
      await send(counted.count)
    }
    let second = Effect<Int>.run { send in
      counted.count += 1
      await send(counted.count)
    }
    return .merge(first, second)
  }
#endif
