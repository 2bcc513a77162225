import Observation

/// A view of a state: a store's, or that of a child somewhere in it.
///
/// Used by the store of the state, and by the views and watches below. Owns the state's last value
/// if it can be absent. Must not be read while a reducer changes the state.
class StateView<State>: StateNode {
  /// Holds the state, unless it is a part of the parent's.
  private let box: StateBox<State>?
  /// The keys of the rows of a collection that may have changed since the last call; `nil` if any
  /// may.
  final var changedChildren: (@MainActor (State) -> [DependentKey]?)?

  /// Makes the view of a store's whole state: the root of a tree.
  init(_ box: StateBox<State>, loop: any StoreLoop, registrar: ObservationRegistrar) {
    self.box = box
    super.init(loop: loop, registrar: registrar)
  }

  init(_ box: StateBox<State>?, in parent: StateNode) {
    self.box = box
    super.init(in: parent)
  }

  /// A reference to the current state; an absent child keeps its last value.
  func current() -> StateReference<State> {
    guard let box else { preconditionFailure("PartView overrides this method.") }
    return box.reference
  }

  /// Whether the state is present at this moment, even between the actions of a batch.
  var isPresent: Bool { !isInvalidated }

  final override func affectedDependents() -> [Dependent] {
    if let changed = changedChildren?(current().value) {
      return dependents.dependents(affectedBy: changed)
    }
    guard hasWatches, changedChildren == nil else { return super.affectedDependents() }
    return dependents.dependents(affectedBy: dependents.changedBytes(current().words))
  }

  /// Watches a part of the state if reads are tracked at this moment.
  final func watchIfTracked<Value>(_ keyPath: KeyPath<State, Value>) {
    // Before the key is looked up, which takes as long as the rest.
    if !hasWatches, !TrackingProbe.shared.isTracking(registrar) { return }
    let key: DependentKey =
      if let offset = MemoryLayout<State>.offset(of: keyPath) {
        .property(offset, ObjectIdentifier(Value.self))
      } else {
        .part(keyPath)
      }
    watchIfTracked(key) { makeWatch(of: keyPath) }
  }

  /// Watches the whole state if reads are tracked at this moment.
  final func watchStateIfTracked() {
    // Keeping a copy of a store's whole state would copy collections that nothing watches.
    if parent == nil { watchIfTracked(.state) { Watch() } } else { watchIfTracked(\.self) }
  }
}
