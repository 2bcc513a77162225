import Ratchet

#if MISTAKE
  final class Screen: Hashable {
    static func == (one: Screen, other: Screen) -> Bool { one === other }
    func hash(into hasher: inout Hasher) {}
  }
#else
  final class Screen {}
#endif

func leave(_ screen: Screen) -> Effect<Int> {
  #if MISTAKE
    .cancel(id: screen)  // error: type 'Screen' does not conform to the 'Sendable' protocol
  #else
    .cancel(id: ObjectIdentifier(screen))
  #endif
}
