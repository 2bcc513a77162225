import Ratchet

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
