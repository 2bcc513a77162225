import Ratchet

final class Place {
  var name = ""
}

func places() -> CallbackSequence<Place, Never> {
  CallbackSequence(bufferingPolicy: .unbounded) { _ in {} }
  // error: type 'Place' does not conform to the 'Sendable' protocol
}
