import Ratchet

@MainActor final class Player {
  func play() {}
}

struct PlayerClient: DependencyKey {
  var play: @MainActor @Sendable () -> Void
  static var liveValue: PlayerClient {
    let player = Player()
    return PlayerClient { player.play() }
  }
}
