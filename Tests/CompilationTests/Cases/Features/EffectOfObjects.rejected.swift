import Ratchet

final class Photo {
  var title = ""
}

func adding() -> Effect<Photo> {  // error: 'Photo' does not conform to the 'Sendable' protocol
  Effect.none  // error: 'Photo' does not conform to the 'Sendable' protocol
}
