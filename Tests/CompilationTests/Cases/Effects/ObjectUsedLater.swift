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
#else
  func upload() -> Effect<Int> {
    let upload = Upload()
    return .run { send in
      upload.sent += 1
      await send(upload.sent)
    }
  }
#endif
