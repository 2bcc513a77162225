import Ratchet

final class Screen: Hashable {
  static func == (one: Screen, other: Screen) -> Bool { one === other }
  func hash(into hasher: inout Hasher) {}
}

func leave(_ screen: Screen) -> Effect<Int> {
  .cancel(id: screen)  // error: type 'Screen' does not conform to the 'Sendable' protocol
}
