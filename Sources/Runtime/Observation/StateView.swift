import Observation

/// Reads one state and watches its parts for observers: the whole state of a store, or the state of
/// a child somewhere in it, to which a store is scoped.
///
/// The views of a store form a tree. The superclass `StateNode` finds changes in this tree, without
/// the type of the state. Subclasses read the state of a child: `PartView` a stored property in
/// place, `ChildView` any other child. The view of a store's whole state needs no subclass.
///
/// Used by the state's store, by the views of its children, and by *watches*, each of which stands
/// for one part of the state that an observer has read. Owns the last value of a state that can be
/// absent. Do not read it while a reducer changes the state.
class StateView<State>: StateNode {
  /// For a root, the box of the store's state; for a `ChildView`, the last value of the child;
  /// `nil` for a `PartView`, which reads its parent's state in place.
  private let box: StateBox<State>?
  /// Set in the view of a collection: returns the keys of those elements that may have changed
  /// since the last call, or `nil` if any may have.
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

  /// Whether the state is present at this moment.
  ///
  /// `isInvalidated` is set only at the end of a batch, but a child can be absent before.
  /// `ChildView` therefore overrides this, and also looks for the child in the parent's state.
  var isPresent: Bool { !isInvalidated }

  /// The dependents to check at the end of a batch.
  ///
  /// Leaves out those that cannot have changed: in a collection, by its list of changed elements;
  /// in any other watched state, by a comparison of its bytes.
  final override func affectedDependents() -> [Dependent] {
    if let changed = changedChildren?(current().value) {
      return dependents.dependents(affectedBy: changed)
    }
    guard hasWatches, changedChildren == nil else { return super.affectedDependents() }
    return dependents.dependents(affectedBy: dependents.changedBytes(current().words))
  }

  /// Watches a part of the state if reads are tracked at this moment, by `withObservationTracking`.
  final func watchIfTracked<Value>(_ keyPath: KeyPath<State, Value>) {
    // Without watches, first checks for an observer, because making the key takes as long as the
    // rest of this method. With watches, the call at the end checks that, and needs the key.
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
    // The watch of a child compares the child's state with its last value, if it is `Equatable`.
    // The watch of the root, a plain `Watch`, does not compare: it counts as changed after each
    // batch. To compare, it would have to hold a copy of the store's state. While such a copy
    // exists, a reducer that changes a collection must first copy that collection.
    if parent == nil { watchIfTracked(.state) { Watch() } } else { watchIfTracked(\.self) }
  }
}
