import Observation

/// Watches something in a state on behalf of observers.
///
/// Observers wait for this base class, and the registrar of its node notifies them: a read arms it,
/// and it is disarmed before it is announced. It does not compare, so every batch counts as a
/// change. Subclasses compare, or notify something else.
class Watch: Dependent {
  /// Its names in the registrar, now and after the next announcement: an observer that is notified
  /// of something else first, and reads this one anew, must not be notified again of what it has
  /// already seen.
  private(set) final var name = TrackingProbe.name(0)
  private var otherName = TrackingProbe.name(0)

  /// Takes the names of its slot, which no other watch of the node has at that time.
  final func takeNames() {
    name = TrackingProbe.name(2 * slot)
    otherName = TrackingProbe.name(2 * slot + 1)
  }

  /// Records a read by an observer; returns the resulting phase.
  final func read(in node: StateNode) -> DependentTable.Phase {
    let phase = node.dependents.phase(of: self)
    if phase == .idle { return arm(in: node) }
    if phase == .waiting, !node.isSettled, hasChanged(in: node) {
      node.dependents.setPhase(.due, of: self)
      return .due
    }
    return phase
  }

  /// Starts to wait for a change of the current value; returns the resulting phase.
  @discardableResult
  final func arm(in node: StateNode) -> DependentTable.Phase {
    if keep(from: node) { return .waiting }
    node.dependents.setPhase(.due, of: self)
    return .due
  }

  /// Stops waiting and discards the last seen value.
  final func disarm(in node: StateNode) {
    node.dependents.setPhase(.idle, of: self)
    forget(in: node)
  }

  /// Adds this to a list if it is to be announced or has ended.
  final override func sweep(in node: StateNode, into changes: inout Changes) {
    // It may have been disarmed during a sweep.
    let phase = node.dependents.phase(of: self)
    guard hasEnded || phase == .due || phase == .waiting && hasChanged(in: node) else { return }
    prepare(in: node)
    changes.append((node, self))
  }

  // MARK: - For subclasses

  /// Keeps the current value and waits for it to change; returns false if it cannot be compared.
  func keep(from node: StateNode) -> Bool { false }

  /// Whether the current value differs from the kept one.
  func hasChanged(in node: StateNode) -> Bool { false }

  /// Moves the kept value to the pool of the node.
  func forget(in node: StateNode) {}

  /// Called for all watches to be announced, before the first one is.
  func prepare(in node: StateNode) {
    swap(&name, &otherName)
    disarm(in: node)
  }

  /// Notifies those who wait, once the state has changed.
  func announce(in node: StateNode) {
    node.registrar.withMutation(of: TrackingProbe.shared, keyPath: otherName) {}
  }

  override func end(in node: StateNode) {}
}

/// Watches something that can be compared, for observers.
class ProjectionWatch<State, Value: Equatable>: Watch {
  private let projection: Projection<State, Value>
  /// The last seen value, which keeps alive what its bytes refer to.
  // Not an optional, whose metadata would be looked up at each use. (o3)
  final let seen = StateBox<Value>()

  init(_ projection: Projection<State, Value>) {
    self.projection = projection
  }

  /// Whether unchanged bytes of a stored property are enough to skip this watch.
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
    if let property = projection.property, seen.hasSameBytes(as: state.property(property)) {
      return false
    }
    let new = projection.value(in: state)
    // A copy, because `==` is user code, which may cause the kept value to be replaced.
    let isEqual = projection.property == nil && seen.hasSameBytes(as: new) || seen.value == new
    // Keeps the current bytes.
    if isEqual, projection.property != nil, !seen.isEmpty { _ = keep(from: node) }
    projection.discard(new, node.pool)
    return !isEqual
  }

  override func forget(in node: StateNode) {
    seen.clear(node.pool)
  }

  /// The state of the node that has this watch.
  final func state(of node: StateNode) -> StateReference<State> {
    // Safe: a watch is used only by the node to which it was added, a view of a `State`.
    unsafe unsafeDowncast(node, to: StateView<State>.self).current()
  }
}

/// Makes the watch of a part of a state; one that always counts as changed if it is not
/// `Equatable`.
@MainActor func makeWatch<State, Value>(of keyPath: KeyPath<State, Value>) -> Watch {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> Watch? {
    (keyPath as? KeyPath<State, Comparable>).map { ProjectionWatch(Projection($0)) }
  }
  let type = Value.self as? any Equatable.Type
  return type.flatMap { open($0) } ?? Watch()
}

/// A value derived repeatedly from a state: a part of it, or a computation.
@MainActor struct Projection<State, Value> {
  /// `nil` for a part that is computed, or stored in an object or collection.
  let property: StoredProperty<State, Value>?
  private let compute: @MainActor (StateReference<State>) -> Value

  /// Projects to a part, which is read in place if it is a stored property.
  init(_ keyPath: KeyPath<State, Value>) {
    property = StoredProperty(keyPath)
    compute = { $0[keyPath] }
  }

  /// Projects to the result of a function.
  init(_ compute: @escaping @MainActor (StateReference<State>) -> Value) {
    property = nil
    self.compute = compute
  }

  func value(in state: StateReference<State>) -> Value {
    if let property { return state.property(property).value }
    return compute(state)
  }

  /// Moves a value to a pool if it was computed; a stored one is held by the state.
  func discard(_ value: Value, _ pool: ReleasePool) {
    if property == nil { pool.add(value) }
  }
}
