import Ratchet

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
