import Ratchet

final class Screen {}

func leave(_ screen: Screen) -> Effect<Int> {
  .cancel(id: ObjectIdentifier(screen))
}
