/// The view of an optional child.
final class OptionalView<Parent, State>: PayloadView<Parent, State> {
  private let part: StatePart<Parent, State?>
  private let identity: Identity<State>?
  private let bytes = StateBytes(count: MemoryLayout<State?>.size)
  private var hasBytes = false

  /// `nil` if the child is not there.
  init?(_ part: StatePart<Parent, State?>, key: ScopeKey, in source: StateView<Parent>) {
    let parent = source.current()
    guard let state = parent[part.keyPath] else { return nil }
    self.part = part
    identity = Identity(of: state)
    super.init(state, key: key, in: source)
    noteSeen(parent)
  }

  override func extract(from parent: StateReference<Parent>) -> State? {
    guard let state = part.withReference(in: parent, pool, { $0.value }) else { return nil }
    return identity?.isShared(by: state) == false ? nil : state
  }

  override func isSurelyUnchanged(in parent: StateReference<Parent>) -> Bool {
    part.property.map { hasBytes && bytes.match(parent.property($0)) } ?? false
  }

  override func noteSeen(_ parent: StateReference<Parent>) {
    guard let property = part.property else { return }
    bytes.take(from: parent.property(property))
    hasBytes = true
  }
}

/// Tells a child from another one in the same place, if the type of children has ids.
struct Identity<State> {
  private let id: AnyHashable

  /// `nil` if the type is not `Identifiable`: then one child is like another.
  init?(of state: State) {
    guard let id = Self.id(of: state) else { return nil }
    self.id = id
  }

  func isShared(by other: State) -> Bool { Self.id(of: other) == id }

  /// The id of a child, if its type has ids.
  static func id(of state: State) -> AnyHashable? {
    (state as? any Identifiable).map { id(of: $0) }
  }

  private static func id(of state: some Identifiable) -> AnyHashable { AnyHashable(state.id) }
}
