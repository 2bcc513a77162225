import Ratchet

#if MISTAKE
  struct Request { var page = 0 }
#else
  struct Request: Hashable { var page = 0 }
#endif

func load(_ request: Request) -> Effect<Int> {
  Effect.run { send in await send(1) }
    .cancellable(id: request)  // error: requires that 'Request' conform to 'Hashable'
}
