import Ratchet

#if MISTAKE
  final class Place {
    var name = ""
  }
#else
  struct Place {
    var name = ""
  }
#endif

func places() -> CallbackSequence<Place, Never> {
  CallbackSequence(bufferingPolicy: .unbounded) { _ in {} }
  // error: type 'Place' does not conform to the 'Sendable' protocol
}
