import Ratchet

struct Place {
  var name = ""
}

typealias Places = CallbackSequence<Place, Never>
