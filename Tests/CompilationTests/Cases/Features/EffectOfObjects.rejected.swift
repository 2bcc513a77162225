import Ratchet

final class Photo {
  var title = ""
}

typealias Added = Effect<Photo>  // error: 'Photo' does not conform to the 'Sendable' protocol
