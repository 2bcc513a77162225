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
    }
  }
}
