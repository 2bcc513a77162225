import Ratchet

struct Request: Hashable { var page = 0 }

func load(_ request: Request) -> Effect<Int> {
  Effect.run { send in await send(1) }
    .cancellable(id: request)
}
