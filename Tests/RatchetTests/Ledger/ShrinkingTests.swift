import TestSupport
import Testing

@testable import Ratchet

@Suite("A collection from which most has been removed")
struct ShrinkingTests {
  @Test("has room for little more, and what is left", .seeds(100))
  func model() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let count = 100 + random.number(below: 400)
    let all = Array(0..<count).shuffled(using: &random)
    var dictionary = Dictionary(uniqueKeysWithValues: all.map { ($0, -$0) })
    var set = Set(all)
    var array = all
    let left = all.prefix(random.number(below: 40))
    while array.count > left.count {
      dictionary[array[array.count - 1]] = nil
      set.remove(array.removeLast())
      dictionary.shrinkIfSparse()
      set.shrinkIfSparse()
      array.shrinkIfSparse()
    }
    #expect(array == Array(left), "seed \(seed)")
    #expect(set == Set(left), "seed \(seed)")
    #expect(
      dictionary == Dictionary(uniqueKeysWithValues: left.map { ($0, -$0) }), "seed \(seed)")
    for capacity in [dictionary.capacity, set.capacity, array.capacity] {
      #expect(capacity <= max(96, 4 * left.count), "seed \(seed)")
    }
  }

  @Test("is an identified array")
  func identifiedArray() {
    var rows = IdentifiedArray((0..<1_000).map { Row(id: $0) })
    for id in 0..<500 { rows.remove(id: id) }
    for id in 500..<900 { rows[id: id] = nil }
    rows.removeAll { $0.id < 990 }
    #expect(rows.ids == IdentifiedArray((990..<1_000).map { Row(id: $0) }).ids)
    #expect((990..<1_000).map { rows.index(id: $0) } == Array(0..<10))
    #expect(rows.storage.capacity < 100)
    #expect(rows.positions.capacity < 100)
  }

  // MARK: - Fixtures

  private struct Row: Identifiable {
    let id: Int
  }
}
