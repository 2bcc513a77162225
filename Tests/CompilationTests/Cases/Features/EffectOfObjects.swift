import Ratchet

#if MISTAKE
  final class Photo {
    var title = ""
  }
#else
  struct Photo {
    var title = ""
  }
#endif

typealias Added = Effect<Photo>  // error: 'Photo' does not conform to the 'Sendable' protocol
