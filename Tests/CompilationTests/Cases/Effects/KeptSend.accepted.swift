import Ratchet

@MainActor final class Chat {
  var send: Send<Int>?
}

func connect(_ chat: Chat) -> Effect<Int> {
  .run { send in
    chat.send = send
  }
}
