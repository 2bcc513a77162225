import Ratchet

struct Socket: Sendable {
  let onMessage: @Sendable (@escaping @Sendable (String) -> Void) -> Void
}

@MainActor func show(_ socket: Socket, in store: Store<[String], String>) {
  let sender = store.sender
  socket.onMessage { message in sender.send(message) }
}
