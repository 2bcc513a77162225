import Ratchet

final class Upload {
  var sent = 0
}

#if MISTAKE
  func upload() -> (Effect<Int>, Upload) {
    let upload = Upload()
    let effect = Effect<Int>.run { send in
      upload.sent += 1  // error: sending 'upload' risks causing data races
      await send(upload.sent)
    }
    return (effect, upload)
  }

  func tried() -> (Effect<Int>, Int) {
    var tries = 0
    let effect = Effect<Int>.run { send in
      tries += 1  // error: sending 'tries' risks causing data races
      await send(tries)
    }
    return (effect, tries)
  }

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
  func upload() -> Effect<Int> {
    let upload = Upload()
    return .run { send in
      upload.sent += 1
      await send(upload.sent)
    }
  }

  func tried() -> (Effect<Int>, Int) {
    let tries = 1
    return (.run { [tries] send in await send(tries) }, tries)
  }

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
