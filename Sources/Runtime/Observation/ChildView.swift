/// The view of a child that is always present: a stored property of its parent's state, read in
/// place.
final class PartView<Parent, State>: StateView<State> {
  private let source: StateView<Parent>
  private let property: StoredProperty<Parent, State>

  init(_ property: StoredProperty<Parent, State>, in source: StateView<Parent>) {
    self.property = property
    self.source = source
    super.init(nil, in: source)
  }

  override var isPresent: Bool { source.isPresent }

  override func current() -> StateReference<State> { source.current().property(property) }
}

/// The view of a child that is computed or can leave its parent's state; it keeps the child's last
/// value.
///
/// If the child is absent at the end of a batch, the view is invalidated: a child that appears
/// later is another one.
final class ChildView<Parent, State>: StateView<State> {
  /// Returns the child if it is present and is the one for which the view was made; sets the offset
  /// of the bytes that tell whether it has changed.
  typealias Extraction = @MainActor (StateReference<Parent>, _ offset: inout Int) -> State?

  private let source: StateView<Parent>
  /// The number of bytes that tell whether the child has changed; `nil` if none do.
  ///
  /// They are those of the last sweep, even if its value was read in between.
  private let size: Int?
  private let extract: Extraction
  private let last: StateBox<State>
  /// The count of changes after which `last` was known to be up to date.
  private var takenChanges: Int

  /// Makes the view of a child with a given value.
  init(
    _ state: State, in source: StateView<Parent>, seen size: Int?, extract: @escaping Extraction
  ) {
    self.source = source
    self.size = size
    self.extract = extract
    last = StateBox(state)
    takenChanges = source.loop.changes
    super.init(last, in: source)
  }

  override var isPresent: Bool {
    !isInvalidated && source.isPresent && extracted() != nil
  }

  override func current() -> StateReference<State> {
    if !isInvalidated {
      let count = loop.changes
      if count != takenChanges, count != source.sweptChanges { update() }
    }
    return super.current()
  }

  /// Reads the child's current value, if it is present, before the next sweep does.
  ///
  /// The bytes stay those of the last sweep, so that the next one finds the change; if that is
  /// undone within the batch, ``recordRead()`` still makes the sweep check.
  private func update() {
    pool.deferReleases {
      takenChanges = loop.changes
      if source.isUnchanged(self) { return }
      if let state = extracted() { take(state) }
      recordRead()
    }
  }

  override func sweep(in parent: StateNode, into changes: inout Changes) {
    var offset = 0
    guard let state = extract(source.current(), &offset) else { return removeAbsent() }
    // An element may merely have moved.
    parent.dependents.move(self, to: offset)
    if parent.isUnchanged(self) { return }
    take(state)
    if let size {
      unsafe parent.withBytes { bytes in
        // Safe: slicing with `rebasing` checks that the state has as many bytes there.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size])
        guard let start = bytes.baseAddress else { return }
        unsafe parent.dependents.see(self, start, at: offset, count: size)
      }
    }
    super.sweep(in: parent, into: &changes)
  }

  /// The child's current value, if it is present.
  private func extracted() -> State? {
    var offset = 0
    return extract(source.current(), &offset)
  }

  private func take(_ state: State) {
    takenChanges = loop.changes
    last.replace(with: state, pool)
  }
}
