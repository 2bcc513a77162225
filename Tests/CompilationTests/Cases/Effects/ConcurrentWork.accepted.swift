import Ratchet

struct Image {
  var pixels: [UInt8] = []
}

@concurrent func blur(_ image: Image) async -> Int { image.pixels.count }

struct Editor {
  func blurred(_ image: Image) -> Effect<Int> {
    .run { send in
      await send(await blur(image))
    }
  }
}
