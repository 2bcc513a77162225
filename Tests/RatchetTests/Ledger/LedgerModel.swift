import RatchetTesting

/// What a ledger should do, in the plainest way: a list of all entries ever, searched from end to
/// end.
struct LedgerModel {
  enum Phase { case pending, running, cancelled, gone }

  struct Entry {
    let name: Ledger.Node
    let kind: Ledger.Kind
    let parent: Int?
    let ids: [Int]
    let path: [Int]
    var phase = Phase.pending
    var holds = 0
  }

  private(set) var entries: [Entry] = []
  private(set) var started = 0
  private(set) var finished = 0
  private(set) var cancelled = 0

  // MARK: - Questions

  var isEmpty: Bool { entries.allSatisfy { $0.phase == .gone } }

  var liveEffects: [Ledger.Node] {
    entries.filter { $0.kind == .effect && isLive($0) }.map(\.name)
  }

  func isLive(_ entry: Entry) -> Bool { entry.phase == .pending || entry.phase == .running }

  func hasChildren(_ index: Int) -> Bool {
    entries.contains { $0.parent == index && $0.phase != .gone }
  }

  /// Whether one entry is another or is below it.
  func isBelow(_ index: Int, _ root: Int) -> Bool {
    index == root || entries[index].parent.map { isBelow($0, root) } == true
  }

  // MARK: - Changes

  mutating func add(
    _ name: Ledger.Node, _ kind: Ledger.Kind, under parent: Int? = nil, ids: [Int] = [],
    path: [Int] = [], holds: Int = 0
  ) {
    entries.append(
      Entry(name: name, kind: kind, parent: parent, ids: ids, path: path, holds: holds))
  }

  mutating func hold(_ index: Int) { entries[index].holds += 1 }

  mutating func release(_ index: Int) {
    entries[index].holds -= 1
    tidy()
  }

  mutating func begin(_ index: Int) -> Bool {
    guard entries[index].phase == .pending else { return false }
    entries[index].phase = .running
    started += 1
    return true
  }

  /// Ends an effect, or a sequence without children.
  mutating func end(_ index: Int) {
    if entries[index].kind == .effect, entries[index].phase == .running { finished += 1 }
    entries[index].phase = .gone
    tidy()
  }

  /// Cancels all that is below the entries for which a condition holds.
  mutating func cancel(where isMeant: (Entry) -> Bool) -> Reached {
    let before = self
    let roots = entries.indices.filter { isLive(entries[$0]) && isMeant(entries[$0]) }
    let reached = entries.indices.filter { index in
      isLive(entries[index]) && roots.contains { isBelow(index, $0) }
    }
    var result = Reached()
    for index in reached {
      let entry = entries[index]
      if entry.kind == .effect, entry.phase == .running {
        result.running.append(entry.name)
        cancelled += 1
      } else if entry.kind != .cascade {
        result.abandoned.append(entry.name)
      }
      entries[index].phase = entry.kind == .effect ? .gone : .cancelled
    }
    tidy()
    for index in entries.indices where before.entries[index].phase != .gone {
      let entry = entries[index]
      switch entry.kind {
      case .sequence where isLive(entry) && before.hasChildren(index) && !hasChildren(index):
        result.due.append(entry.name)
      case .cascade where entry.phase == .gone: result.closed.append(entry.name)
      default: break
      }
    }
    return result
  }

  /// Takes out cancelled sequences without children, and cascades that are empty and not held.
  private mutating func tidy() {
    for index in entries.indices.reversed() where !hasChildren(index) {
      switch entries[index].kind {
      case .sequence:
        if entries[index].phase == .cancelled { entries[index].phase = .gone }
      case .cascade:
        if entries[index].holds == 0 { entries[index].phase = .gone }
      case .effect, .vacant: break
      }
    }
  }
}

/// What a cancel reached: running effects in the order of entry, all else as a set.
struct Reached: Equatable {
  var running: [Ledger.Node] = []
  var abandoned: [Ledger.Node] = []
  var due: [Ledger.Node] = []
  var closed: [Ledger.Node] = []

  static func == (one: Reached, other: Reached) -> Bool {
    one.running == other.running
      && [\.abandoned, \.due, \.closed].allSatisfy { (nodes: KeyPath<Reached, [Ledger.Node]>) in
        one[keyPath: nodes].count == other[keyPath: nodes].count
          && Set(one[keyPath: nodes]) == Set(other[keyPath: nodes])
      }
  }
}

extension Reached {
  init(_ cancellation: Ledger.Cancellation) {
    self.init(
      running: cancellation.running, abandoned: cancellation.abandoned, due: cancellation.due,
      closed: cancellation.closed)
  }
}
