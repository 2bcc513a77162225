import Ratchet

#if MISTAKE
  final class Image {
    var pixels: [UInt8] = []
  }
#else
  struct Image {
    var pixels: [UInt8] = []
  }
#endif

@concurrent func blur(_ image: Image) async -> Int { image.pixels.count }

struct Editor {
  func blurred(_ image: Image) -> Effect<Int> {
    .run { send in
      await send(await blur(image))  // error: sending 'image' risks causing data races
    }
  }
}
