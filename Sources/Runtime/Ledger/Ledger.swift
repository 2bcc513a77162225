/// Who is in flight, what a cancel reaches, and what a handle covers: a value that decides, and
/// starts or cancels nothing itself.
///
/// In flight is a forest. Its roots are *cascades*: all that follows from one action that was sent
/// from outside. Below are *effects*, the leaves, and *sequences*, which run their children before
/// their next part. Every operation costs constant time, or time in proportion to what it cancels.
package struct Ledger {
  var slots = SlotTable<Slot>()
  var index = CancelIndex()
  var paths = PathTable()
  /// The ids of entries that were removed, for `takeReleased`.
  var releasedIDs: [CancelID] = []
  private var serial = 0
  /// That of the entry that came last.
  ///
  /// Counts all entries, and not those of a slot, because slots may be given up.
  var generation: UInt32 = 0

  /// How many cascades are open.
  private(set) var cascades = 0
  /// How many entries have to be searched for in the state, because their features may be removed.
  ///
  /// Not those of subscriptions: these are compared with the state anyway. (sub10)
  private(set) var searched = 0

  /// Effects whose operation has begun.
  package private(set) var started = 0
  /// Effects whose operation ended by itself.
  package private(set) var finished = 0
  /// Effects that were cancelled after they had begun.
  package internal(set) var cancelled = 0

  package init() {}

  /// Effects that have begun, have not ended, and have not been cancelled.
  package var live: Int { started - finished - cancelled }

  /// Whether nothing is in flight or waits to be.
  package var isEmpty: Bool { slots.isEmpty }

  /// Whether nothing but subscriptions is in flight or waits to be.
  package var hasFinished: Bool { cascades == 0 }

  /// Whether nothing is left of all that was entered: no entry, no id, no path.
  package var isClean: Bool { isEmpty && listedIDs == 0 && pathsInUse == 0 }

  /// How many keys the index of cancel ids has.
  package var listedIDs: Int { index.count }

  /// How many paths below the root are in use.
  package var pathsInUse: Int { paths.count }

  // MARK: - Cascades

  /// Begins a cascade, held open until ``release(_:)`` took back all holds: none only if the caller
  /// enters something into it at once.
  package mutating func openCascade(holds: Int32 = 1) -> Node {
    cascades += 1
    return insert(.cascade, path: .root, holds: holds)
  }

  /// Begins a cascade that is a subscription's, and that nobody waits for; it is held open once.
  package mutating func openSubscription() -> Node {
    let node = insert(.cascade, path: .root, holds: 1)
    slots[node].isSubscription = true
    return node
  }

  /// Keeps a cascade open although nothing of it is in flight, as for an action in the queue.
  package mutating func hold(_ cascade: Node) {
    guard contains(cascade) else { return }
    slots[cascade].holds += 1
  }

  /// Takes back one hold; true when that closed the cascade.
  package mutating func release(_ cascade: Node) -> Bool {
    guard contains(cascade) else { return false }
    slots[cascade].holds -= 1
    return close(cascade)
  }

  // MARK: - Effects

  /// Enters an effect, under its ids, before it begins.
  ///
  /// Its ids are given at its path or above it. Returns `nil` when what it would belong to has been
  /// cancelled: then it must not begin.
  package mutating func enter(
    _ kind: Kind, under parent: Node, ids: [CancelID] = [], path: PathTable.ID = .root
  ) -> Node? {
    guard contains(parent), slots[parent].phase != .cancelled else { return nil }
    serial += 1
    let node = insert(kind, under: parent, path: path, ids: ids, serial: serial)
    link(node, under: parent)
    paths.retain(path)
    count(node, 1)
    if !ids.isEmpty || path != .root { index.insert(node, ids: ids, path: path, in: paths) }
    return node
  }

  mutating func count(_ node: Node, _ change: Int) {
    if slots[node].path != .root, !slots[node].isSubscription { searched += change }
  }

  /// Records that a cascade has closed.
  mutating func countClosedCascade() {
    cascades -= 1
  }

  /// Records that a pending effect begins; false when it was cancelled before.
  package mutating func begin(_ effect: Node) -> Bool {
    guard contains(effect), slots[effect].phase == .pending else { return false }
    slots[effect].phase = .running
    started += 1
    return true
  }

  /// Removes an effect that ended, or a sequence that has no part left, and says what follows.
  package mutating func end(_ node: Node) -> Next {
    guard contains(node) else { return .nothing }
    if slots[node].kind == .effect, slots[node].phase == .running { finished += 1 }
    return remove(node)
  }

  /// What follows when something has left the ledger.
  package enum Next: Equatable {
    /// Nothing does.
    case nothing
    /// The next part of this sequence is due; when none is left, the sequence has ended.
    case advance(Node)
    /// This cascade has nothing left.
    case closed(Node)
  }

  // MARK: - Questions

  /// Whether the node is still in the ledger.
  package func contains(_ node: Node) -> Bool {
    node.index < slots.end && slots[node.index].generation == node.generation
  }

  /// Whether the node is in the ledger, and is not just being cancelled.
  package func isLive(_ node: Node) -> Bool {
    contains(node) && slots[node].phase != .cancelled
  }

  /// Whether a sequence has children that have not ended.
  package func hasChildren(_ node: Node) -> Bool {
    contains(node) && slots[node].firstChild != .none
  }

  /// The effects that are pending or running, in the order in which they were returned.
  package var liveEffects: [Node] {
    slots.numbers.lazy
      .filter { slots[$0].kind == .effect && slots[$0].phase != .cancelled }
      .sorted { slots[$0].serial < slots[$1].serial }
      .map { node(at: $0) }
  }

  /// All ids by which an effect can be cancelled: its own and those of the sequences around it.
  package func ids(of node: Node) -> [AnyID] {
    var ids: [AnyID] = []
    var next: Node? = node
    while let node = next, contains(node) {
      ids += slots[node].ids.reversed().map(\.id)
      next = slots[node].parent
    }
    return ids.reversed()
  }

  /// The number of the effect, in the order of entry; it is never used again.
  package func serial(of node: Node) -> Int { lastSlot(of: node).serial }

  /// Where in the tree of features the effect was returned.
  package func path(of node: Node) -> [PathComponent] {
    path(at: lastSlot(of: node).path)
  }

  /// The components that a path is short for.
  func path(at path: PathTable.ID) -> [PathComponent] {
    paths.components(of: path)
  }

  /// The slot that an entry has or had, which may be vacant, or given up.
  private func lastSlot(of node: Node) -> Slot {
    node.index < slots.end ? slots[node] : Slot()
  }

  // MARK: - What it lets go of

  /// Ids and identities of the user's that nothing in flight has any more.
  ///
  /// Releasing one calls code of the user's, so the ledger keeps them until it is not being
  /// changed.
  struct Released {
    var ids: [CancelID]
    var listedIDs: [AnyID]
    var components: [PathComponent]
  }

  /// Whether there is something to be released when the ledger does not change.
  var hasReleased: Bool {
    !(releasedIDs.isEmpty && index.released.isEmpty && paths.released.isEmpty)
  }

  /// Takes what is to be released when the ledger does not change; `nil` if there is nothing.
  mutating func takeReleased() -> Released? {
    guard hasReleased else { return nil }
    return Released(
      ids: exchange(&releasedIDs, with: []), listedIDs: exchange(&index.released, with: []),
      components: exchange(&paths.released, with: []))
  }

  // MARK: - Paths

  /// The path one component below another, which the caller keeps in use until ``leave(_:)``.
  package mutating func descend(_ component: PathComponent, from path: PathTable.ID) -> PathTable.ID
  {
    paths.intern(component, under: path)
  }

  /// Keeps a path in use, which is in use already, until ``leave(_:)``.
  mutating func keep(_ path: PathTable.ID) {
    paths.retain(path)
  }

  /// Gives a path back.
  package mutating func leave(_ path: PathTable.ID) {
    paths.release(path)
  }
}
