import Ratchet

#if MISTAKE
  struct Request { var page = 0 }

  final class Screen: Hashable {
    static func == (one: Screen, other: Screen) -> Bool { one === other }
    func hash(into hasher: inout Hasher) {}
  }
#else
  struct Request: Hashable { var page = 0 }

  final class Screen {}
#endif

func load(_ request: Request) -> Effect<Int> {
  Effect.run { send in await send(1) }
    .cancellable(id: request)  // error: requires that 'Request' conform to 'Hashable'
}

func leave(_ screen: Screen) -> Effect<Int> {
  #if MISTAKE
    .cancel(id: screen)  // error: type 'Screen' does not conform to the 'Sendable' protocol
  #else
    .cancel(id: ObjectIdentifier(screen))
  #endif
}
