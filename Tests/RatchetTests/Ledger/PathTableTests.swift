import RatchetTesting
import TestSupport

@testable import Ratchet

@Suite("A table of paths")
struct PathTableTests {
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
