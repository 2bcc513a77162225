import RatchetTesting
import TestSupport

@testable import Ratchet

@Suite("An index of cancel ids")
struct CancelIndexTests {
  @Test(
    "finds what a list of entries has, for random entries and paths", .seeds())
  func model() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    var ledger = Ledger()
    var index = CancelIndex()
    let paths = Self.paths(in: &ledger)
    let cascade = ledger.openCascade()
    var entries: [Entry] = []
    for _ in 0..<40 {
      if random.chance(40), !entries.isEmpty {
        let entry = entries.remove(at: random.number(below: entries.count))
        index.remove(entry.node, ids: entry.ids, path: paths[entry.path], in: ledger.paths)
      } else if let node = ledger.enter(.effect, under: cascade) {
        let path = random.number(below: paths.count)
        let above = paths.indices.filter { Self.isAtOrBelow(path, $0) }
        let given = [1, 2, 3].filter { _ in random.chance(40) }
          .map { (id: AnyID($0), path: random.element(of: above)) }
        let entry = Entry(node: node, given: given, path: path, paths: paths)
        index.insert(node, ids: entry.ids, path: paths[path], in: ledger.paths)
        entries.append(entry)
      }
      for path in paths.indices {
        for id in [AnyID(1), AnyID(2), AnyID(3)] {
          let expected = entries.filter { entry in
            entry.given.contains { $0.id == id && Self.isAtOrBelow($0.path, path) }
          }
          #expect(
            Set(index.nodes(id: id, path: paths[path])) == Set(expected.map(\.node)), "seed \(seed)"
          )
        }
        let below = entries.filter { path != 0 && Self.isAtOrBelow($0.path, path) }
        #expect(
          Set(index.nodes(id: nil, path: paths[path])) == Set(below.map(\.node)), "seed \(seed)")
      }
    }
    for entry in entries {
      index.remove(entry.node, ids: entry.ids, path: paths[entry.path], in: ledger.paths)
    }
    #expect(index.count == 0, "seed \(seed)")
  }

  // MARK: - Fixtures

  private struct Entry {
    let node: Ledger.Node
    let given: [(id: AnyID, path: Int)]
    let path: Int
    let ids: [CancelID]

    init(node: Ledger.Node, given: [(id: AnyID, path: Int)], path: Int, paths: [PathTable.ID]) {
      self.node = node
      self.given = given
      self.path = path
      ids = given.map { CancelID($0.id, at: paths[$0.path]) }
    }
  }

  /// Which path is right below which: the root, `a`, `a.b`, `a.b.c`, `a.d`, `e`.
  private static let parents = [0, 0, 1, 2, 1, 0]

  private static func paths(in ledger: inout Ledger) -> [PathTable.ID] {
    var paths = [PathTable.ID.root]
    for number in 1..<parents.count {
      let component = PathComponent(label: "\(number)", position: number)
      paths.append(ledger.descend(component, from: paths[parents[number]]))
    }
    return paths
  }

  private static func isAtOrBelow(_ path: Int, _ other: Int) -> Bool {
    path == other || (path != 0 && isAtOrBelow(parents[path], other))
  }
}
