/// Something in a state for whose change somebody waits.
///
/// Observers wait for this one, and it is told through the registrar of its node: a read arms it,
/// and it is disarmed before it is announced. What it watches cannot be compared, so every batch
/// counts as a change. Subclasses compare, or tell somebody else.
@MainActor class Watch {
  /// Its number in the node.
  let ordinal: Int
  /// What the registrar knows it by at present, one of two: an observer that is told of something
  /// else first, and reads this one anew, must not be told once more of what it has seen by then.
  private var side = 0
  private(set) final var isArmed = false
  /// A read between two actions of a batch saw a value other than the one before: whatever it is at
  /// the end, it differs for somebody.
  private var changedWithinBatch = false

  init(ordinal: Int) {
    self.ordinal = ordinal
  }

  /// Records a read by an observer; true if nobody waited before.
  final func read(in node: StateNode) -> Bool {
    node.access(2 * ordinal + side)
    if isArmed {
      if !node.isSettled, !changedWithinBatch, hasChanged(in: node) { changedWithinBatch = true }
      return false
    }
    arm(in: node)
    return true
  }

  /// Begins to wait for a change of what is in the state now.
  final func arm(in node: StateNode) {
    isArmed = true
    keep(from: node)
  }

  /// Waits no more, and lets go of what was kept.
  final func disarm(in node: StateNode) {
    isArmed = false
    changedWithinBatch = false
    forget(in: node)
  }

  /// Whether the end of a batch concerns this watch: it is to be announced, or nobody waits for it.
  ///
  /// It may have been disarmed in the middle of a sweep.
  final func isDue(in node: StateNode) -> Bool {
    hasEnded || isArmed && (changedWithinBatch || hasChanged(in: node))
  }

  // MARK: - What subclasses change

  /// Whether whoever waited has left without being told.
  var hasEnded: Bool { false }

  /// Whether what is watched cannot be compared, so that equal bytes do not mean that nothing has
  /// changed.
  var isOpaque: Bool { true }

  /// Keeps what is in the state now.
  func keep(from node: StateNode) {}

  /// Whether what is in the state now differs from what was kept.
  func hasChanged(in node: StateNode) -> Bool { true }

  /// Gives what was kept to the pool of the node.
  func forget(in node: StateNode) {}

  /// Is called for all that will be announced, before the first of them is.
  func prepare(in node: StateNode) {
    side = 1 - side
    disarm(in: node)
  }

  /// Tells whoever waits, when the state has changed already.
  func announce(in node: StateNode) {
    node.announce(2 * ordinal + 1 - side)
  }

  /// Is called when nothing will change any more.
  func end(in node: StateNode) {
    disarm(in: node)
  }
}

/// What can be watched of a state, for observers.
enum WatchKey: Hashable {
  case part(AnyKeyPath)
  /// The whole state.
  case state
  /// Whether an optional child is present, and which one.
  case presence(AnyKeyPath)
  /// Which case the state is of.
  case enumCase
  /// Whether the state comes to be of a case that it is not of now, whose child has a store of this
  /// type. Which case is not known, since constructors cannot be compared; the line that asks for
  /// it stands for that.
  case awaitedCase(ObjectIdentifier, SourceOrigin)
  /// Which elements a collection has, and in which order.
  case ids(AnyKeyPath)
}

/// The watches of a node for observers, each made when it is first needed and found again at the
/// next read.
@MainActor struct WatchTable {
  /// For key paths that are literals: one object each, which is found by identity.
  private var literals: [(keyPath: AnyKeyPath, watch: Watch)] = []
  private var watches: [WatchKey: Watch] = [:]
  private var unused: [Int] = []
  /// How many watches lead to a search for those that nobody uses.
  private var limit = 64

  var count: Int { watches.count }

  /// The watch of a part.
  mutating func watch(
    of keyPath: AnyKeyPath, _ pool: ReleasePool, make: (Int) -> Watch
  ) -> Watch {
    for literal in literals where literal.keyPath === keyPath { return literal.watch }
    let watch = watch(.part(keyPath), pool, make: make)
    // In generic code each use of a literal makes a new object, so only some are kept.
    if literals.count < 16 { literals.append((keyPath, watch)) }
    return watch
  }

  mutating func watch(_ key: WatchKey, _ pool: ReleasePool, make: (Int) -> Watch) -> Watch {
    if let watch = watches[key] { return watch }
    if watches.count >= limit { prune(pool) }
    let watch = make(unused.popLast() ?? watches.count)
    watches[key] = watch
    return watch
  }

  /// Forgets watches that nobody waits for, so that a table does not grow with the key paths that
  /// were ever used.
  private mutating func prune(_ pool: ReleasePool) {
    // Key paths hold the arguments of subscripts.
    pool.add(literals)
    pool.add(watches)
    literals = []
    for (key, watch) in watches where !watch.isArmed {
      unused.append(watch.ordinal)
      watches[key] = nil
    }
    limit = max(64, watches.count * 2)
  }
}
