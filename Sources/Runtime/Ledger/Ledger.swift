/// Records which effects of a store are in flight, and decides what a cancel reaches and what a
/// handle (the `StoreTask` of an action) covers.
///
/// Used by `EffectRegistry`, which tells the ledger of every start and end, and carries out what it
/// returns: a ledger is a value, and starts or cancels nothing itself.
///
/// Entries form a forest. Its roots are *cascades*: everything that follows from one action sent
/// from outside, or the effects of one subscription. Below are *effects*, the leaves, and
/// *sequences*, whose next part starts once their children have ended. An effect that begins later
/// *waits* in its holder, a sequence or a delayed effect: its cancel ids already reach it, but it
/// does not count as a child of the holder yet. Every operation takes constant time, or time in
/// proportion to what it cancels.
package struct Ledger {
  var slots = SlotTable<Slot>()
  /// What waits, by its holder.
  var waiting: [Node: Set<Node>] = [:]
  var index = CancelIndex()
  var paths = PathTable()
  /// The ids of removed entries, for `takeReleased`.
  var releasedIDs: [CancelID] = []
  private var serial = 0
  /// The generation of the newest entry: a running count, which distinguishes entries in one slot.
  var generation: UInt32 = 0

  /// The number of open cascades.
  private(set) var cascades = 0
  /// How many entries and throttles belong to features that the search for removed features must
  /// check.
  ///
  /// Excludes entries of subscriptions: the store compares all subscriptions with the state after
  /// each action anyway. (Benchmark `sub10`.)
  private(set) var searched = 0

  /// The number of effects whose operation has begun.
  package private(set) var started = 0
  /// The number of effects whose operation ended by itself.
  package private(set) var finished = 0
  /// The number of effects that were cancelled after they had begun.
  package internal(set) var cancelled = 0

  package init() {}

  /// The number of effects that have begun and have neither ended nor been cancelled.
  package var live: Int { started - finished - cancelled }

  /// Whether nothing is in flight or pending.
  package var isEmpty: Bool { slots.isEmpty }

  /// Whether nothing except subscriptions is in flight or pending.
  package var hasFinished: Bool { cascades == 0 }

  /// Whether no entry, id or path is left.
  package var isClean: Bool { isEmpty && listedIDs == 0 && pathsInUse == 0 }

  /// The number of keys in the index of cancel ids.
  package var listedIDs: Int { index.count }

  /// The number of paths below the root in use.
  package var pathsInUse: Int { paths.count }

  // MARK: - Cascades

  /// Opens a cascade, which stays open until nothing of it is in flight and ``release(_:)`` has
  /// taken back all holds; 0 holds only if an entry follows immediately, which then keeps the
  /// cascade open.
  package mutating func openCascade(holds: Int32 = 1) -> Node {
    cascades += 1
    return insert(.cascade, path: .root, holds: holds)
  }

  /// Opens the cascade of a subscription, with one hold; nothing waits for it.
  package mutating func openSubscription() -> Node {
    let node = insert(.cascade, path: .root, holds: 1)
    slots[node].isSubscription = true
    return node
  }

  /// Holds a cascade: keeps it open even while nothing of it is in flight, as for a queued action.
  package mutating func hold(_ cascade: Node) {
    guard contains(cascade) else { return }
    slots[cascade].holds += 1
  }

  /// Takes back one hold; returns true if that closed the cascade.
  package mutating func release(_ cascade: Node) -> Bool {
    guard contains(cascade) else { return false }
    slots[cascade].holds -= 1
    return close(cascade)
  }

  // MARK: - Effects

  /// Enters an effect or a sequence, under its cancel ids, before it begins.
  ///
  /// Each id was given by the feature at `path` or by one above it. Returns `nil` if the parent has
  /// been cancelled: then the effect must not begin. An effect that waits has its holder as parent.
  package mutating func enter(
    _ kind: Kind, under parent: Node, ids: [CancelID] = [], path: PathTable.ID = .root,
    isWaiting: Bool = false
  ) -> Node? {
    guard contains(parent), slots[parent].phase != .cancelled else { return nil }
    serial += 1
    let node = insert(kind, under: parent, path: path, ids: ids, serial: serial)
    attach(node, to: parent, isWaiting: isWaiting)
    paths.retain(path)
    // The walk looks for features that have left where ordinary effects are, not subscriptions.
    if !slots[node].isSubscription { paths.refresh(path) }
    count(node, 1)
    if !ids.isEmpty || path != .root { index.insert(node, ids: ids, path: path, in: paths) }
    return node
  }

  /// Lets an effect that waits begin, or moves it to another holder; `ids` are those that its new
  /// parent does not have.
  mutating func move(
    _ effect: Node, under parent: Node, ids: [CancelID], isWaiting: Bool = true
  ) {
    guard contains(effect) else { return }
    stopWaiting(effect)
    if slots[effect].ids.count != ids.count {
      removeFromIndex(effect)
      keepForRelease(exchange(&slots[effect].ids, with: ids))
      index.insert(effect, ids: ids, path: slots[effect].path, in: paths)
    }
    slots[effect].parent = parent
    attach(effect, to: parent, isWaiting: isWaiting)
  }

  /// Adds to `searched` if the search for removed features must look for the entry.
  mutating func count(_ node: Node, _ change: Int) {
    if slots[node].path != .root, !slots[node].isSubscription { searched += change }
  }

  /// Records that a cascade has closed.
  mutating func countClosedCascade() {
    cascades -= 1
  }

  /// Records that a pending effect begins; returns false if it was cancelled before.
  package mutating func begin(_ effect: Node) -> Bool {
    guard contains(effect), slots[effect].phase == .pending else { return false }
    slots[effect].phase = .running
    started += 1
    return true
  }

  /// Removes an effect that has ended, or a sequence without remaining parts; returns what the
  /// registry must do next.
  package mutating func end(_ node: Node) -> Next {
    guard contains(node) else { return .nothing }
    if slots[node].kind == .effect, slots[node].phase == .running { finished += 1 }
    return remove(node)
  }

  /// What the registry must do when an entry has left the ledger.
  package enum Next: Equatable {
    /// Nothing follows.
    case nothing
    /// The next part of this sequence is due; if there is none, the sequence has ended.
    case advance(Node)
    /// This cascade is empty.
    case closed(Node)
  }

  // MARK: - Questions

  /// Whether the node is still in the ledger.
  package func contains(_ node: Node) -> Bool {
    slots[node].generation == node.generation
  }

  /// Whether the node is in the ledger and is not being cancelled.
  package func isLive(_ node: Node) -> Bool {
    contains(node) && slots[node].phase != .cancelled
  }

  /// Whether an effect waits for its turn, or for the end of a delay.
  func isWaiting(_ node: Node) -> Bool {
    contains(node) && slots[node].phase == .waiting
  }

  /// Whether an effect waits for a delay; the delay, itself an effect in flight, stands for it
  /// until then.
  func isDelayed(_ node: Node) -> Bool {
    isWaiting(node) && slots[node].parent.map { slots[$0].kind == .effect } == true
  }

  /// Whether a sequence has children that have not ended.
  package func hasChildren(_ node: Node) -> Bool {
    contains(node) && slots[node].firstChild != .none
  }

  /// The effects that are pending, running, or waiting in a sequence, in the order in which they
  /// were returned; without those that wait for a delay.
  package var liveEffects: [Node] {
    slots.numbers.lazy
      .filter { slots[$0].kind == .effect && slots[$0].phase != .cancelled }
      .sorted { slots[$0].serial < slots[$1].serial }
      .map { node(at: $0) }
      .filter { !isDelayed($0) }
  }

  /// All ids that cancel an effect: its own and the ids of the sequences around it.
  package func ids(of node: Node) -> [AnyID] {
    var ids: [AnyID] = []
    var next: Node? = node
    while let node = next, contains(node) {
      ids += slots[node].ids.reversed().map(\.id)
      next = slots[node].parent
    }
    return ids.reversed()
  }

  /// The number of the effect in the order of entry; never reused.
  package func serial(of node: Node) -> Int { slots[node].serial }

  /// The path of the feature that returned the effect.
  package func path(of node: Node) -> [PathComponent] {
    path(at: slots[node].path)
  }

  /// The components of an interned path.
  func path(at path: PathTable.ID) -> [PathComponent] {
    paths.components(of: path)
  }

  // MARK: - Released values

  /// User-defined ids and identities that nothing in flight uses any more.
  ///
  /// Releasing an id may run user code, which may call the store again. So the ledger keeps these
  /// values until it is no longer being changed.
  struct Released {
    var ids: [CancelID]
    var listedIDs: [AnyID]
    var components: [PathComponent]
  }

  /// Whether there is something to release once the ledger is no longer being changed.
  var hasReleased: Bool {
    !(releasedIDs.isEmpty && index.released.isEmpty && paths.released.isEmpty)
  }

  /// Takes what to release once the ledger is no longer being changed; `nil` if there is nothing.
  mutating func takeReleased() -> Released? {
    guard hasReleased else { return nil }
    return Released(
      ids: exchange(&releasedIDs, with: []), listedIDs: exchange(&index.released, with: []),
      components: exchange(&paths.released, with: []))
  }

  // MARK: - Paths

  /// Interns the path of a child feature, and keeps it in use until ``leave(_:)``; called while
  /// that child's effects are entered.
  package mutating func descend(_ component: PathComponent, from path: PathTable.ID) -> PathTable.ID
  {
    paths.intern(component, under: path)
  }

  /// Keeps a path in use until ``forget(_:)``, because the record of a throttle outlives its
  /// effect.
  mutating func keep(_ path: PathTable.ID) {
    paths.retain(path)
    if path != .root { searched += 1 }
  }

  mutating func forget(_ path: PathTable.ID) {
    if path != .root { searched -= 1 }
    paths.release(path)
  }

  /// Releases a path.
  package mutating func leave(_ path: PathTable.ID) {
    paths.release(path)
  }
}
