import Ratchet

#if MISTAKE
  final class Chat {
    var send: Send<Int>?
  }
#else
  @MainActor final class Chat {
    var send: Send<Int>?
  }
#endif

func connect(_ chat: Chat) -> Effect<Int> {
  .run { send in
    chat.send = send  // error: sending 'chat' risks causing data races
  }
}
