import RatchetTesting
import TestSupport

@testable import Ratchet

@Suite("A table of paths")
struct PathTableTests {
  @Test("has one name for a path as long as somebody holds it, and forgets it then")
  func uses() {
    var table = PathTable()
    let path = table.intern(Self.component("a"), under: .root)
    #expect(table.intern(Self.component("a"), under: .root) == path)
    #expect(table.intern(Self.component("b"), under: .root) != path)
    table.release(path)
    #expect(table.count == 2)
    table.release(path)
    #expect(table.count == 1)
  }

  @Test("keeps what is above a path")
  func parents() {
    var table = PathTable()
    let outer = table.intern(Self.component("a"), under: .root)
    let inner = table.intern(Self.component("b", 1), under: outer)
    table.release(outer)
    #expect(table.components(of: inner).map(\.description) == ["a", "b[1]"])
    #expect(table.parent(of: inner) == outer)
    table.release(inner)
    #expect(table.count == 0)
    #expect(table.children(of: .root).isEmpty)
  }

  @Test("never forgets the root")
  func root() {
    var table = PathTable()
    table.release(.root)
    table.retain(.root)
    table.release(.root)
    #expect(table.components(of: .root).isEmpty)
    #expect(table.parent(of: .root) == nil)
  }

  @Test(
    "lists exactly the children in use of each path, for random uses", .seeds()
  )
  func model() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    var table = PathTable()
    var held: [(path: PathTable.ID, names: [String])] = []
    for _ in 0..<40 {
      if random.chance(40), !held.isEmpty {
        table.release(held.remove(at: random.number(below: held.count)).path)
      } else {
        let parent = held.randomElement(using: &random) ?? (path: .root, names: [])
        let component = Self.component(
          random.element(of: ["a", "b"]), random.chance(50) ? random.number(below: 3) : nil)
        let path = table.intern(component, under: parent.path)
        held.append((path, parent.names + [component.description]))
      }
      let expected = Set(held.flatMap { entry in entry.names.indices.map { entry.names[...$0] } })
      #expect(Set(Self.below(.root, in: table)) == expected, "seed \(seed)")
      #expect(table.count == expected.count, "seed \(seed)")
      #expect(
        held.allSatisfy { table.components(of: $0.path).map(\.description) == $0.names },
        "seed \(seed)")
    }
    for entry in held { table.release(entry.path) }
    #expect(table.count == 0, "seed \(seed)")
  }

  // MARK: - Fixtures

  private static func component(_ label: String, _ element: Int? = nil) -> PathComponent {
    PathComponent(label: label, position: 0, element: element.map { AnyID($0) })
  }

  private static func below(_ path: PathTable.ID, in table: PathTable) -> [ArraySlice<String>] {
    table.children(of: path)
      .flatMap { [table.components(of: $0).map(\.description)[...]] + below($0, in: table) }
  }
}
