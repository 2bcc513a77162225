/// A view of a state: that of a store, or a child somewhere in it.
class StateView<State>: StateNode {
  private var table = WatchTable<State>()
  private var armed: [StateWatch<State>] = []

  /// Where the state is; what has gone keeps its last value.
  func current() -> StateReference<State> {
    preconditionFailure("Every kind of view overrides this method.")
  }

  /// Whether the state is there at this moment, between the actions of a batch as well.
  var isPresent: Bool { !isGone }

  final override var isWatched: Bool { !armed.isEmpty }

  override func goAway() {
    let ended = armed
    pool.add(ended)
    armed = []
    super.goAway()
    for watch in ended { watch.end() }
  }

  /// How many watches are kept, armed or not, for tests.
  final var watchCount: Int { table.count }

  final var armedCount: Int { armed.count }

  // MARK: - Reading

  /// Watches a part of the state, which a tracked read has asked for.
  final func watch<Value>(_ keyPath: KeyPath<State, Value>) {
    pool.whileKept { read(table.watch(of: keyPath, in: self)) }
  }

  /// Watches all of the state.
  final func watchState() {
    // A copy of the whole state of a store would have collections copied that nobody looks at.
    if parent == nil { watch(.state) { OpaqueWatch(in: $0, ordinal: $1) } } else { watch(\.self) }
  }

  /// Watches something else of the state.
  @discardableResult
  final func watch(
    _ key: WatchKey, make: (StateNode, Int) -> MemberWatch<State>
  ) -> MemberWatch<State> {
    pool.whileKept {
      let watch = table.watch(key, pool) { make(self, $0) }
      read(watch)
      return watch
    }
  }

  private func read(_ watch: MemberWatch<State>) {
    let state = current()
    // Of what is gone nothing changes any more.
    if isGone { return }
    if watch.read(in: state) {
      armed.append(watch)
      if watch.isOpaque { requireSweep() }
    }
    noteRead()
  }

  /// Adds a watch that stays until it says that it is over.
  final func add(_ watch: StateWatch<State>) {
    pool.whileKept {
      // Those that are over may not have noticed, when nothing has changed since.
      if armed.count > 1, armed.count & (armed.count - 1) == 0 {
        pool.add(armed)
        armed.removeAll { $0.isOver }
      }
      armed.append(watch)
      noteRead()
    }
  }

  // MARK: - Finding changes

  /// Finds out what has changed in a state, and below it.
  final func sweep(_ state: StateReference<State>, into changes: inout Changes) {
    var haveEnded = false
    // Comparing calls code of the user's, which may add watches.
    for watch in armed where watch.isOver || watch.hasChanged(in: state) {
      watch.prepare()
      changes.append(watch, of: self)
      if !watch.isWaiting { haveEnded = true }
    }
    if haveEnded { armed.removeAll { !$0.isWaiting } }
    if hasChildren { sweepChildren(into: &changes) }
  }
}

extension Store {
  /// For tests: how many watches are kept.
  package var watchCount: Int { view.watchCount }

  /// For tests: how many of them wait for a change.
  package var armedCount: Int { view.armedCount }

  /// For tests: whether something below is held or watched.
  package var hasScopes: Bool { view.hasChildren }
}
