import Ratchet

final class Chat {
  var messages: [String] = []
}

struct Socket: Sendable {
  let onMessage: @Sendable (@escaping @Sendable (String) -> Void) -> Void
}

func listen(_ chat: Chat, on socket: Socket) {
  let dependencies = DependencyValues.capture()
  socket.onMessage { message in
    dependencies.run {
      chat.messages.append(message)  // error: capture of 'chat' with non-Sendable type 'Chat'
    }
  }
}
