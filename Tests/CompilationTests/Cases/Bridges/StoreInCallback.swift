import Ratchet

struct Socket: Sendable {
  let onMessage: @Sendable (@escaping @Sendable (String) -> Void) -> Void
}

@MainActor func show(_ socket: Socket, in store: Store<[String], String>) {
  #if MISTAKE
    socket.onMessage { message in
      store.send(message)  // error: call to main actor-isolated instance method 'send'
    }
  #else
    let sender = store.sender
    socket.onMessage { message in sender.send(message) }
  #endif
}
