/// What a key asks for.
enum Command: Equatable, Sendable {
  case send(Counter.Action)
  case quit
  case interrupt
  case suspend

  /// The command of a key; nil for a key that does nothing.
  init?(_ key: Key) {
    switch key {
    case .character("+"), .character("k"): self = .send(.up)
    case .character("-"), .character("j"): self = .send(.down)
    case .character("f"): self = .send(.fact)
    case .character("c"), .escape: self = .send(.cancel)
    case .character("t"): self = .send(.timer)
    case .character("r"): self = .send(.reset)
    case .character("l"): self = .send(.log)
    case .character("?"): self = .send(.help)
    case .character("q"), .control("d"): self = .quit
    case .control("c"): self = .interrupt
    case .control("z"): self = .suspend
    default: return nil
    }
  }
}
