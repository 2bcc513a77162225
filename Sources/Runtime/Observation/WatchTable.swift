/// What can be watched of a state, besides its parts.
enum WatchKey: Hashable {
  case part(AnyKeyPath)
  /// The whole state.
  case state
  /// Whether an optional child is there, and which one.
  case presence(AnyKeyPath)
  /// Which case the state is of.
  case enumCase
  /// Whether the state is of a case that it is not of now, whose child has a store of this type.
  /// Which case is not known, since constructors cannot be compared; the line that asks for it
  /// stands for that.
  case otherCase(ObjectIdentifier, SourceOrigin)
  /// Which elements a collection has, and in which order.
  case ids(AnyKeyPath)
}

/// The watches of a view, each made when it is first needed and found again at the next read.
struct WatchTable<State> {
  /// For key paths that are literals: one object each, which is found by identity.
  private var literals: [(keyPath: AnyKeyPath, watch: MemberWatch<State>)] = []
  private var watches: [WatchKey: MemberWatch<State>] = [:]
  private var unused: [Int] = []
  /// How many watches lead to a look for those that nobody uses.
  private var limit = 64

  var count: Int { watches.count }

  /// The watch of a part.
  @MainActor
  mutating func watch<Value>(
    of keyPath: KeyPath<State, Value>, in node: StateNode
  ) -> MemberWatch<State> {
    for literal in literals where literal.keyPath === keyPath { return literal.watch }
    let watch = watch(.part(keyPath), node.pool) { makeWatch(of: keyPath, in: node, ordinal: $0) }
    // In generic code each use of a literal makes a new object, so only some are kept.
    if literals.count < 16 { literals.append((keyPath, watch)) }
    return watch
  }

  @MainActor
  mutating func watch(
    _ key: WatchKey, _ pool: ReleasePool, make: (Int) -> MemberWatch<State>
  ) -> MemberWatch<State> {
    if let watch = watches[key] { return watch }
    if watches.count >= limit { prune(pool) }
    let watch = make(unused.popLast() ?? watches.count)
    watches[key] = watch
    return watch
  }

  /// Forgets watches that nobody waits for, so that a table does not grow with the key paths that
  /// were ever used.
  @MainActor
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
