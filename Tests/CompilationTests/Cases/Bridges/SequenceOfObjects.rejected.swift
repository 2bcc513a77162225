import Ratchet

final class Place {
  var name = ""
}

typealias Places = CallbackSequence<Place, Never>
// error: type 'Place' does not conform to the 'Sendable' protocol
