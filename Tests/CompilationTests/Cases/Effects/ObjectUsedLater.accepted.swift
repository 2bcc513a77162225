import Ratchet

final class Upload {
  var sent = 0
}

func upload() -> Effect<Int> {
  let upload = Upload()
  return .run { send in
    upload.sent += 1
    await send(upload.sent)
  }
}
