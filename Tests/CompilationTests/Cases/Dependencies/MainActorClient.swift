import Ratchet

@MainActor final class Player {
  func play() {}
}

struct PlayerClient: DependencyKey {
  #if MISTAKE
    var play: @Sendable () -> Void
  #else
    var play: @MainActor @Sendable () -> Void
  #endif
  static var liveValue: PlayerClient {
    let player = Player()
    return PlayerClient { player.play() }  // error: call to main actor-isolated instance method
  }
}
