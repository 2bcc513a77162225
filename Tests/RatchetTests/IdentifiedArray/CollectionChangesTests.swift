import RatchetTesting
import TestSupport

@testable import Ratchet

/// What an array tells of its changes is true of every array that was seen before, of copies and of
/// older ones too.
@Suite("The changes of an identified array")
struct CollectionChangesTests {
  @Test("are never fewer than what differs from an array seen before", .seeds())
  func random() {
    var random = SeededRandom(Seeds.current)
    var arrays = [IdentifiedArrayOf<ModelRow>](repeating: [], count: 3)
    var seen: [Seen] = []
    _ = reports {
      for step in 0..<40 {
        let index = random.number(below: arrays.count)
        switch random.number(below: 12) {
        case 0: arrays[index] = random.element(of: arrays)
        case 1: if let old = seen.randomElement(using: &random) { arrays[index] = old.array }
        case 2: arrays.swapAt(index, 0)
        default: arrays[index].changeSomething(&random, step)
        }
        for array in arrays {
          #expect(seen.allSatisfy { $0.isTold(by: array) }, "after step \(step)")
        }
        seen.append(Seen(array: arrays[index]))
      }
    }
  }

  @Test("are no part of its value") func equality() {
    var rows = rows(0..<3)
    let before = rows
    rows[0].note = "a"
    rows[0].note = ""
    #expect(rows == before)
    #expect(rows.hashValue == before.hashValue)
    #expect(rows.changes.stamps != before.changes.stamps)
    #expect(self.rows(0..<3).changes.stamps != before.changes.stamps)
  }

  // MARK: - Fixtures

  private func rows(_ ids: Range<Int>) -> IdentifiedArrayOf<ModelRow> {
    IdentifiedArray(ids.map { ModelRow(id: $0) })
  }

  /// An array as it was at some time.
  private struct Seen {
    let array: IdentifiedArrayOf<ModelRow>

    /// Whether all that differs in another array is among the changes that it tells.
    func isTold(by other: IdentifiedArrayOf<ModelRow>) -> Bool {
      let seen = array.changes.stamps
      guard other.changes.hasAllIDs(of: seen) else { return true }
      let positions = other.changes.positions(differingFrom: seen)
      return array.elements.allSatisfy { row in
        guard let position = other.elements.firstIndex(where: { $0.id == row.id }) else {
          return false
        }
        return positions.map { $0.0 == position || $0.1 == position } ?? true
          || other.elements[position] == row
      }
    }
  }
}

extension IdentifiedArray<Int, ModelRow> {
  fileprivate mutating func changeSomething(_ random: inout SeededRandom, _ number: Int) {
    let id = random.number(below: 6)
    let row = ModelRow(id: id, note: "\(number)")
    let position = isEmpty ? nil : random.number(below: count)
    switch random.number(below: 24) {
    case 0...3: if !contains(id: id) { append(row) }
    case 4: if !contains(id: id) { insert(row, at: position ?? 0) }
    case 5: append(contentsOf: [row, ModelRow(id: 7), ModelRow(id: 8)])
    case 6: remove(id: id)
    case 7: if let position { remove(at: position) }
    case 8: if !isEmpty { removeLast() }
    case 9: removeAll { $0.id.isMultiple(of: 3) }
    case 10: if number.isMultiple(of: 5) { removeAll(keepingCapacity: random.chance(50)) }
    case 11: self = filter { $0.id != id }
    case 12: self = IdentifiedArray(elements)
    case 13: updateOrAppend(row)
    case 14: self[id: id] = random.chance(70) ? row : nil
    case 15: self[id: id]?.note += "a"
    case 16: change(id: id) { $0.note += "b" }
    case 17: if let position { self[position].note += "c" }
    case 18: if let position { self[position].id = id }
    case 19: self[id: id]?.id = random.number(below: 6)
    case 20: sort { $0.id < $1.id }
    case 21: if let position { move(fromOffsets: [position], toOffset: 0) }
    case 22: if let position { move(fromOffsets: [position], toOffset: count) }
    default: reverse()
    }
  }
}
