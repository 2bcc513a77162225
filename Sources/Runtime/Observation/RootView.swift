/// The view of a store's whole state: the root of the tree of all that is scoped and observed.
final class RootView<State>: StateView<State>, BatchObserver {
  private let box: StateBox<State>
  /// How many actions had been reduced when changes were last looked for.
  private var sweptActions = 0
  private var isReleased = false

  init(_ box: StateBox<State>, loop: any StoreLoop) {
    self.box = box
    super.init(loop: loop)
  }

  override func current() -> StateReference<State> { box.reference }

  /// Looks for changes, and tells those who wait for them.
  func batchEnded() {
    guard let loop, sweptActions != loop.actions else { return }
    sweptActions = loop.actions
    mustSweep = false
    var changes = Changes()
    pool.whileKept { sweep(into: &changes) }
    changes.announce()
    loop.isObserved = isWatched || hasChildren
  }

  override func storeWasReleased() {
    isReleased = true
    super.storeWasReleased()
  }

  /// The root is used by its store, whoever watches.
  override var isUnused: Bool { isReleased && !isGone }

  override func leaveUnused() { goAway() }

  override func sweep(into changes: inout Changes) {
    sweep(box.reference, into: &changes)
  }
}
