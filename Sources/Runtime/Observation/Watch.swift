import Observation

/// Something in a state for whose change somebody waits.
///
/// Observers wait for this one, and it is told through the registrar of its node: a read arms it,
/// and it is disarmed before it is announced. What it watches cannot be compared, so every batch
/// counts as a change. Subclasses compare, or tell somebody else.
class Watch: Dependent {
  /// What the registrar knows it by, at present and after the next announcement: an observer that
  /// is told of something else first, and reads this one anew, must not be told once more of what
  /// it has seen by then.
  private(set) final var name = TrackingProbe.name(0)
  private var otherName = TrackingProbe.name(0)

  /// Takes the names of its slot, which no other watch of the node has meanwhile.
  final func takeNames() {
    name = TrackingProbe.name(2 * slot)
    otherName = TrackingProbe.name(2 * slot + 1)
  }

  /// Records a read by an observer; returns the phase after it.
  final func read(in node: StateNode) -> DependentTable.Phase {
    let phase = node.dependents.phase(of: self)
    if phase == .idle { return arm(in: node) }
    if phase == .waiting, !node.isSettled, hasChanged(in: node) {
      node.dependents.setPhase(.due, of: self)
      return .due
    }
    return phase
  }

  /// Begins to wait for a change of what is in the state now; returns the phase after it.
  @discardableResult
  final func arm(in node: StateNode) -> DependentTable.Phase {
    if keep(from: node) { return .waiting }
    node.dependents.setPhase(.due, of: self)
    return .due
  }

  /// Waits no more, and lets go of what was kept.
  final func disarm(in node: StateNode) {
    node.dependents.setPhase(.idle, of: self)
    forget(in: node)
  }

  /// Adds this to a list, if it is to be announced, or nobody waits for it.
  final override func sweep(in node: StateNode, into changes: inout Changes) {
    // It may have been disarmed in the middle of a sweep.
    let phase = node.dependents.phase(of: self)
    guard hasEnded || phase == .due || phase == .waiting && hasChanged(in: node) else { return }
    prepare(in: node)
    changes.append((node, self))
  }

  // MARK: - What subclasses change

  /// Keeps what is in the state now, and waits for a change of it; false if that cannot be
  /// compared.
  func keep(from node: StateNode) -> Bool { false }

  /// Whether what is in the state now differs from what was kept.
  func hasChanged(in node: StateNode) -> Bool { false }

  /// Gives what was kept to the pool of the node.
  func forget(in node: StateNode) {}

  /// Is called for all that will be announced, before the first of them is.
  func prepare(in node: StateNode) {
    swap(&name, &otherName)
    disarm(in: node)
  }

  /// Tells whoever waits, when the state has changed already.
  func announce(in node: StateNode) {
    node.registrar.withMutation(of: TrackingProbe.shared, keyPath: otherName) {}
  }

  override func end(in node: StateNode) {}
}

/// Watches something that can be compared, for observers.
class ProjectionWatch<State, Value: Equatable>: Watch {
  private let projection: Projection<State, Value>
  /// What was seen, which keeps alive what its bytes refer to.
  // Not an optional value, whose metadata would be looked up at each use. (o3)
  final let seen = StateBox<Value>()

  init(_ projection: Projection<State, Value>) {
    self.projection = projection
  }

  /// Whether the bytes of a stored property tell that it has not changed, without a question.
  var isPassedOver: Bool { true }

  final override func keep(from node: StateNode) -> Bool {
    let state = state(of: node)
    seen.replace(with: projection.value(in: state), node.pool)
    if let property = projection.property, isPassedOver {
      // Safe: the bytes are those of the property.
      unsafe node.dependents.see(
        self, state.property(property).bytes, at: property.offset, count: MemoryLayout<Value>.size)
    } else {
      node.dependents.setPhase(.waiting, of: self)
    }
    return true
  }

  override func hasChanged(in node: StateNode) -> Bool {
    let state = state(of: node)
    if let property = projection.property, seen.hasBytes(of: state.property(property)) {
      return false
    }
    let new = projection.value(in: state)
    // A copy, because `==` is the user's code, which may have the kept value replaced.
    let isEqual = projection.property == nil && seen.hasBytes(of: new) || seen.value == new
    // For the bytes that it has now.
    if isEqual, projection.property != nil, !seen.isEmpty { _ = keep(from: node) }
    projection.discard(new, node.pool)
    return !isEqual
  }

  override func forget(in node: StateNode) {
    seen.clear(node.pool)
  }

  /// The state of the node that has this watch.
  final func state(of node: StateNode) -> StateReference<State> {
    // Safe: a watch is used by the node that it was added to, which is a view of a `State`.
    unsafe unsafeDowncast(node, to: StateView<State>.self).current()
  }
}

/// Makes the watch of a part of a state, which is an opaque one if the part cannot be compared.
@MainActor func makeWatch<State, Value>(of keyPath: KeyPath<State, Value>) -> Watch {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> Watch? {
    (keyPath as? KeyPath<State, Comparable>).map { ProjectionWatch(Projection($0)) }
  }
  let type = Value.self as? any Equatable.Type
  return type.flatMap { open($0) } ?? Watch()
}

/// Something that is looked at again and again in a state: a part of it, or what is computed of it.
@MainActor struct Projection<State, Value> {
  /// `nil` for what is computed, or lies in an object or collection.
  let property: StoredProperty<State, Value>?
  private let compute: @MainActor (StateReference<State>) -> Value

  /// A part: where it lies in the state, if it does.
  init(_ keyPath: KeyPath<State, Value>) {
    property = StoredProperty(keyPath)
    compute = { $0[keyPath] }
  }

  /// What a function makes of a state.
  init(_ compute: @escaping @MainActor (StateReference<State>) -> Value) {
    property = nil
    self.compute = compute
  }

  func value(in state: StateReference<State>) -> Value {
    if let property { return state.property(property).value }
    return compute(state)
  }

  /// Gives a value to a pool if it was computed; what is stored is held by the state.
  func discard(_ value: Value, _ pool: ReleasePool) {
    if property == nil { pool.add(value) }
  }
}
