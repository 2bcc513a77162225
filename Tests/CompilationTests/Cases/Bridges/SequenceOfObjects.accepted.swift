import Ratchet

struct Place {
  var name = ""
}

func places() -> CallbackSequence<Place, Never> {
  CallbackSequence(bufferingPolicy: .unbounded) { _ in {} }
}
