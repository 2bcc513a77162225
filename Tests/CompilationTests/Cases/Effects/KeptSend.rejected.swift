import Ratchet

final class Chat {
  var send: Send<Int>?
}

func connect(_ chat: Chat) -> Effect<Int> {
  .run { send in
    chat.send = send  // error: sending 'chat' risks causing data races
  }
}
