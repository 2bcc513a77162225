import Observation

/// A view of a state: that of a store, or a child somewhere in it.
///
/// `@safe`: the bytes that `elements` hands out are used during the call only.
@safe class StateView<State>: StateNode {
  /// Where the state is, unless it is a part of the parent's.
  private let box: StateBox<State>?
  /// The bytes of a collection's elements, which are looked at instead of those of the collection.
  final var elements:
    (@MainActor (StateReference<State>, @MainActor (UnsafeRawBufferPointer) -> Void) -> Void)?

  /// Makes the view of a store's whole state: the root of a tree.
  init(_ box: StateBox<State>, loop: any StoreLoop, registrar: ObservationRegistrar) {
    self.box = box
    super.init(loop: loop, registrar: registrar)
  }

  init(_ box: StateBox<State>?, in parent: StateNode) {
    self.box = box
    super.init(in: parent)
  }

  /// Where the state is; what has left the state of its parent keeps its last value.
  func current() -> StateReference<State> {
    guard let box else { preconditionFailure("PartView overrides this method.") }
    return box.reference
  }

  /// Whether the state is present at this moment, between the actions of a batch as well.
  var isPresent: Bool { !isInvalidated }

  final override func withBytes(_ body: @MainActor (UnsafeRawBufferPointer) -> Void) {
    let state = current()
    if let elements = unsafe elements { return unsafe elements(state, body) }
    unsafe body(UnsafeRawBufferPointer(start: state.bytes, count: MemoryLayout<State>.size))
  }

  /// Watches a part of the state, if reads are tracked at this moment.
  final func watchIfTracked<Value>(_ keyPath: KeyPath<State, Value>) {
    // Before a key is looked for, which takes as long as the rest. (read-row)
    if !hasWatches, !TrackingProbe.shared.isTracking(registrar) { return }
    let key: DependentKey =
      if let offset = MemoryLayout<State>.offset(of: keyPath) {
        .property(offset, ObjectIdentifier(Value.self))
      } else {
        .part(keyPath)
      }
    watchIfTracked(key) { makeWatch(of: keyPath) }
  }

  /// Watches all of the state, if reads are tracked at this moment.
  final func watchStateIfTracked() {
    // A copy of the whole state of a store would have collections copied that nobody looks at.
    if parent == nil { watchIfTracked(.state) { Watch() } } else { watchIfTracked(\.self) }
  }
}
