import Observation

/// Something in a state for whose change somebody waits.
///
/// Observers wait for this one, and it is told through the registrar of its node: a read arms it,
/// and it is disarmed before it is announced. What it watches cannot be compared, so every batch
/// counts as a change. Subclasses compare, or tell somebody else.
@MainActor class Watch {
  private enum Phase {
    /// Nobody waits. A read leads to `waiting`.
    case idle
    /// Somebody waits for a change. A read between two actions may lead to `due`, and an
    /// announcement to `idle`.
    case waiting
    /// What is watched cannot be compared; or a read between two actions of a batch saw a value
    /// other than the one before, so that, whatever it is at the end, it differs for somebody. The
    /// announcement leads to `idle`.
    case due
  }

  /// What the registrar knows it by, at present and after the next announcement: an observer that
  /// is told of something else first, and reads this one anew, must not be told once more of what
  /// it has seen by then.
  private(set) final var name: KeyPath<StateNode, Void>
  private var otherName: KeyPath<StateNode, Void>
  private var phase = Phase.idle
  /// What was seen, if it can be found out from its bytes that it has not changed.
  private let stored: StoredBytes?

  init(stored: StoredBytes? = nil) {
    self.stored = stored
    name = StateNode.name(0)
    otherName = name
  }

  final var isArmed: Bool { phase != .idle }

  /// Whether the next sweep has to announce this, whatever is in the state then.
  final var isDueAnyway: Bool { phase == .due }

  /// Takes a place in the table of a node, whose number no other one has meanwhile.
  final fileprivate func setNumber(_ number: Int) {
    name = StateNode.name(2 * number)
    otherName = StateNode.name(2 * number + 1)
  }

  /// Records a read by an observer.
  final func read(in node: StateNode) {
    switch phase {
    case .idle: arm(in: node)
    case .waiting: if !node.isSettled, hasChanged(in: node) { phase = .due }
    case .due: break
    }
  }

  /// Begins to wait for a change of what is in the state now.
  final func arm(in node: StateNode) {
    if phase == .idle { node.armedCount += 1 }
    phase = .waiting
    if !keep(from: node) { phase = .due }
  }

  /// Waits no more, and lets go of what was kept.
  final func disarm(in node: StateNode) {
    if phase == .idle { return }
    node.armedCount -= 1
    phase = .idle
    forget(in: node)
  }

  /// Whether the bytes of a state alone say that the end of a batch does not concern this watch;
  /// false says nothing.
  // Without a call: obs: 450 -> 20 instructions for each watch that has not changed.
  @inline(__always)
  final func isSurelyUnchanged(in state: UnsafeRawPointer) -> Bool {
    if phase != .waiting { return phase == .idle }
    return unsafe stored?.match(state) == true
  }

  /// Whether the end of a batch concerns this watch: it is to be announced, or nobody waits for it.
  ///
  /// It may have been disarmed in the middle of a sweep.
  final func isDue(in node: StateNode) -> Bool {
    hasEnded || phase == .due || phase == .waiting && hasChanged(in: node)
  }

  // MARK: - What subclasses change

  /// Whether whoever waited has left without being told.
  var hasEnded: Bool { false }

  /// Keeps what is in the state now; false if that cannot be compared.
  func keep(from node: StateNode) -> Bool { false }

  /// Whether what is in the state now differs from what was kept.
  func hasChanged(in node: StateNode) -> Bool { false }

  /// Gives what was kept to the pool of the node.
  func forget(in node: StateNode) {}

  /// Is called for all that will be announced, before the first of them is.
  func prepare(in node: StateNode) {
    swap(&name, &otherName)
    disarm(in: node)
  }

  /// Tells whoever waits, when the state has changed already.
  func announce(in node: StateNode) {
    node.registrar.withMutation(of: node, keyPath: otherName) {}
  }

  /// Is called when nothing will change any more.
  func end(in node: StateNode) {
    disarm(in: node)
  }
}

/// What can be watched of a state, for observers.
enum WatchKey: Hashable {
  /// A stored property, by its offset and type: key paths that differ may lead to the same one.
  case property(Int, ObjectIdentifier)
  /// A part that is not a stored property.
  case part(AnyKeyPath)
  /// The whole state of a root.
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

/// The watches of a node, armed or not.
///
/// Those for observers are made when they are first needed, and found again at the next read.
@MainActor struct WatchTable {
  // Of a type that is not generic, so that no metadata is looked up for the array, with the table:
  // j-one: 49,900 -> 40,600 instructions.
  private(set) var slots: [Watch?] = []
  private var unused: [Int] = []
  private var keys: [WatchKey: Watch] = [:]
  /// How many watches lead to a search for those that nobody uses.
  private var limit = 64

  /// How many observers may read.
  var count: Int { keys.count }

  subscript(key: WatchKey) -> Watch? { keys.isEmpty ? nil : keys[key] }

  /// Adds a watch of a node, which can be found again if it has a key.
  mutating func add(_ watch: Watch, _ key: WatchKey? = nil, in node: StateNode) {
    if slots.count - unused.count >= limit { prune(node) }
    let number = unused.popLast() ?? slots.count
    watch.setNumber(number)
    node.hasWatches = true
    if number == slots.count { slots.append(watch) } else { slots[number] = watch }
    if let key { keys[key] = watch }
  }

  /// Forgets watches that nobody waits for, so that a table does not grow with the key paths that
  /// were ever used.
  private mutating func prune(_ node: StateNode) {
    // Key paths hold the arguments of subscripts.
    node.pool.add(keys)
    node.pool.add(slots)
    for (number, watch) in slots.enumerated() {
      guard let watch, !watch.isArmed || watch.hasEnded else { continue }
      watch.disarm(in: node)
      slots[number] = nil
      unused.append(number)
    }
    keys = keys.filter { $0.value.isArmed }
    limit = max(64, (slots.count - unused.count) * 2)
  }
}
