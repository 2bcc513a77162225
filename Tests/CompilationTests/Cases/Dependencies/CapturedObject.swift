import Ratchet

#if MISTAKE
  final class Chat {
    var messages: [String] = []
  }
#else
  @MainActor final class Chat {
    var messages: [String] = []
  }
#endif

struct Socket: Sendable {
  let onMessage: @Sendable (@escaping @Sendable (String) -> Void) -> Void
}

#if MISTAKE
  func listen(_ chat: Chat, on socket: Socket) {
    let dependencies = DependencyValues.capture()
    socket.onMessage { message in
      dependencies.run {
        chat.messages.append(message)  // error: capture of 'chat' with non-Sendable type 'Chat'
      }
    }
  }
#else
  func listen(_ chat: Chat, on socket: Socket) {
    let dependencies = DependencyValues.capture()
    socket.onMessage { message in
      Task { @MainActor in
        dependencies.run { chat.messages.append(message) }
      }
    }
  }
#endif
