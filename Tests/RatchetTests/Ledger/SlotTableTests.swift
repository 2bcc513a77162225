import TestSupport
import Testing

@testable import Ratchet

@Suite("A table of slots")
struct SlotTableTests {
  @Test("uses a vacant number again")
  func reuse() {
    var table = SlotTable<Int>()
    let first = table.occupy(orAppend: 1)
    let second = table.occupy(orAppend: 2)
    table.vacate(first)
    let third = table.occupy(orAppend: 3)
    #expect(third == first)
    #expect([table[first], table[second]] == [1, 2])
  }

  @Test("gives up its slots when all are vacant")
  func empty() {
    var table = Self.table(1_000)
    #expect(table.end == 1_000)
    for number in table.numbers { table.vacate(number) }
    #expect(table.end == 0)
    #expect(table.isEmpty)
  }

  @Test("gives up the slots behind one that stays, when that has become one of few")
  func behind() {
    var table = Self.table(1_000)
    for number in table.numbers where number != 10 { table.vacate(number) }
    #expect(table.end == 11)
    #expect(table[10] == 10)
    #expect(!table.isEmpty)
  }

  @Test("keeps the slots before one that stays until that is vacant")
  func before() {
    var table = Self.table(1_000)
    for number in 0..<999 as Range<Int32> where number != 5 { table.vacate(number) }
    #expect(table.end == 1_000)
    table.vacate(999)
    #expect(table.end == 6)
    #expect(table[5] == 5)
  }

  @Test("keeps each entry where it is, in peaks of random size", .seeds())
  func model() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    var table = SlotTable<Int>()
    var model: [Int32: Int] = [:]
    for value in 0..<4 {
      for _ in 0..<random.number(below: 200) {
        let number = table.occupy(orAppend: value)
        #expect(model[number] == nil, "seed \(seed)")
        table[number] = value
        model[number] = value
      }
      let staying = random.number(below: 3)
      let numbers = model.keys.sorted()
      for number in numbers.shuffled(using: &random).dropFirst(staying) {
        table.vacate(number)
        model[number] = nil
      }
      #expect(model.allSatisfy { table[$0.key] == $0.value }, "seed \(seed)")
      #expect(table.isEmpty == model.isEmpty, "seed \(seed)")
      #expect(!model.isEmpty || table.end < 64, "seed \(seed)")
    }
  }

  // MARK: - Fixtures

  /// A table in which each entry is its number.
  private static func table(_ count: Int) -> SlotTable<Int> {
    var table = SlotTable<Int>()
    for number in 0..<count { _ = table.occupy(orAppend: number) }
    return table
  }
}
