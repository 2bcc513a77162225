/// Watches whether an optional child is there, and which one, but not what changes in it.
final class PresenceWatch<State, Child>: MemberWatch<State> {
  private let part: StatePart<State, Child?>
  private var seen = Presence.absent

  private enum Presence: Equatable {
    case absent
    /// With its id, if it has one.
    case present(AnyHashable?)
  }

  init(_ keyPath: KeyPath<State, Child?>, in node: StateNode, ordinal: Int) {
    part = StatePart(keyPath)
    super.init(in: node, ordinal: ordinal)
  }

  override func keep(_ state: StateReference<State>) {
    seen = presence(in: state)
  }

  override func isOther(in state: StateReference<State>) -> Bool {
    seen != presence(in: state)
  }

  override func forget() {
    pool.add(exchange(&seen, with: .absent))
  }

  private func presence(in state: StateReference<State>) -> Presence {
    let child = part.withReference(in: state, pool) { $0.value }
    return child.map { .present(Identity.id(of: $0)) } ?? .absent
  }
}
