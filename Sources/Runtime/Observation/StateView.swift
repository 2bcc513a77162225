import Observation

/// A view of a state: a store's, or that of a child somewhere in it.
///
/// `@safe`: the bytes from `elements` are used during the call only.
@safe class StateView<State>: StateNode {
  /// Holds the state, unless it is a part of the parent's.
  private let box: StateBox<State>?
  /// Passes on the bytes of a collection's elements, which are compared instead of the
  /// collection's.
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

  /// A reference to the current state; an absent child keeps its last value.
  func current() -> StateReference<State> {
    guard let box else { preconditionFailure("PartView overrides this method.") }
    return box.reference
  }

  /// Whether the state is present at this moment, even between the actions of a batch.
  var isPresent: Bool { !isInvalidated }

  final override func withBytes(_ body: @MainActor (UnsafeRawBufferPointer) -> Void) {
    let state = current()
    if let elements = unsafe elements { return unsafe elements(state, body) }
    unsafe body(UnsafeRawBufferPointer(start: state.bytes, count: MemoryLayout<State>.size))
  }

  /// Watches a part of the state if reads are tracked at this moment.
  final func watchIfTracked<Value>(_ keyPath: KeyPath<State, Value>) {
    // Before the key is looked up, which takes as long as the rest. (read-row)
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
