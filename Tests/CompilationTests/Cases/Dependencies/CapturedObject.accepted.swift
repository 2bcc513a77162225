import Ratchet

@MainActor final class Chat {
  var messages: [String] = []
}

struct Socket: Sendable {
  let onMessage: @Sendable (@escaping @Sendable (String) -> Void) -> Void
}

func listen(_ chat: Chat, on socket: Socket) {
  let dependencies = DependencyValues.capture()
  socket.onMessage { message in
    Task { @MainActor in
      dependencies.run { chat.messages.append(message) }
    }
  }
}
