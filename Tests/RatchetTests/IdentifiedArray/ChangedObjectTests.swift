import RatchetTesting
import TestSupport

/// Objects change their ids unseen; the array reports that when it comes upon it, and is right
/// afterwards.
@Suite("Objects whose ids have changed") struct ChangedObjectTests {
  @Test("are reported by the first lookup, and found under their new ids after a removal")
  func removals() {
    var rows = objects(1, 2)
    let found = reports {
      rows[0].id = 5
      #expect(rows.remove(id: 1) == nil)
      #expect(rows.remove(id: 2)?.id == 2)
      #expect(rows[id: 1] == nil)
      #expect(rows[id: 5]?.id == 5)
    }
    #expect(
      found.map(\.text) == [
        """
        Elements of an 'IdentifiedArray' of 'RowObject' have changed their ids unseen, as objects can.
        Ids that no element has any more: 1
        New ids: 5

        The id of an element must not change. To fix this, remove the element and add another one.
        """
      ])
    #expect(isRight(rows))
  }

  @Test("are reported by reading, which finds the element that has the id now") func reading() {
    let rows = objects(1, 2)
    let found = reports {
      rows[0].id = 5
      rows[1].id = 1
      #expect(rows[id: 1] === rows[1])
      #expect(rows.index(id: 1) == 1)
      #expect(!rows.contains(id: 2))
    }
    #expect(found.count == 3)
  }

  @Test("are removed by position under the id that the array knew") func removingByPosition() {
    var rows = objects(1, 2, 3)
    let found = reports {
      rows[0].id = 2
      #expect(rows.remove(at: 0).id == 2)
    }
    #expect(rows.map(\.id) == [2, 3])
    #expect(rows[id: 2] === rows[0])
    #expect(found.count == 1)
    #expect(isRight(rows))
  }

  @Test("are removed, and reported, where an element before has the new id") func equalIDs() {
    var rows = objects(1, 2, 3)
    let found = reports {
      rows[2].id = 1
      rows.reverse()
    }
    #expect(rows.map(\.id) == [1, 2])
    #expect(isRight(rows))
    #expect(
      found.map(\.text) == [
        """
        Elements of an 'IdentifiedArray' of 'RowObject' have changed their ids unseen, as objects can.
        Ids that no element has any more: 3
        Removed, since an element before has the same id: 1

        The id of an element must not change. To fix this, remove the element and add another one.
        """
      ])
  }

  @Test("give way to an element that is added with the old id") func addingTheOldID() {
    var rows = objects(1, 2)
    let found = reports {
      rows[0].id = 5
      rows.append(RowObject(1))
      rows[1].id = 6
      rows.insert(RowObject(2), at: 0)
    }
    #expect(rows.map(\.id) == [2, 5, 6, 1])
    #expect(found.count == 2)
    #expect(isRight(rows))
  }

  @Test("leave room for an element that is appended when others were removed") func append() {
    let first = RowObject(1)
    let second = RowObject(2)
    var rows = IdentifiedArray([first, second])
    second.id = 1
    let found = reports { rows.append(RowObject(2)) }
    #expect(rows.map(\.id) == [1, 2])
    #expect(isRight(rows))
    #expect(found.count == 1)
  }

  @Test("are listed up to five, and counted") func many() {
    var rows = IdentifiedArray((0..<10).map { RowObject($0) })
    let found = reports {
      for row in rows { row.id += 100 }
      rows.reverse()
    }
    let lines = found.first?.text.split(separator: "\n").map(String.init) ?? []
    #expect(lines.contains("New ids: 109, 108, 107, 106, 105, and 5 more"))
    #expect(rows.map(\.id) == (100..<110).reversed())
    #expect(isRight(rows))
  }

  @Test("never let a sequence of operations go wrong, whatever changes when")
  func randomOperations() {
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = SeededRandom(seed)
      var rows = IdentifiedArray((0..<6).map { RowObject($0) })
      _ = reports {
        for _ in 0..<30 { step(&rows, &generator) }
        rows.reverse()
        rows.reverse()
      }
      #expect(isRight(rows), "seed \(seed)")
      if !isRight(rows) { return }
    }
  }

  private func step(_ rows: inout IdentifiedArrayOf<RowObject>, _ generator: inout SeededRandom) {
    let id = Int.random(in: 0..<9, using: &generator)
    let other = Int.random(in: 0..<9, using: &generator)
    let position = rows.isEmpty ? nil : Int.random(in: 0..<rows.count, using: &generator)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...3: if let position { rows[position].id = id }
    case 4: rows.append(RowObject(id))
    case 5: rows.insert(RowObject(id), at: position ?? 0)
    case 6: rows.updateOrAppend(RowObject(id))
    case 7: rows.remove(id: id)
    case 8: if let position { rows.remove(at: position) }
    case 9: rows[id: id] = RowObject(other)
    case 10: rows[id: id] = nil
    case 11: if let position { rows[position] = RowObject(id) }
    case 12: rows.change(id: id) { $0 = RowObject(other) }
    case 13: if let position { rows.swapAt(position, rows.count - 1) }
    case 14: rows.removeAll { $0.id == id }
    default: rows.sort { $0.id < $1.id }
    }
    _ = rows[id: other]
  }

  /// Whether each element is found by its id, at its position, and no id comes twice.
  private func isRight(_ rows: IdentifiedArrayOf<RowObject>) -> Bool {
    Set(rows.ids).count == rows.count
      && rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 }
  }

  private func objects(_ ids: Int...) -> IdentifiedArrayOf<RowObject> {
    IdentifiedArray(ids.map { RowObject($0) })
  }
}

// MARK: - Fixtures

// Not private: optimized builds print the names of private types in two ways.
final class RowObject: Identifiable {
  var id: Int

  init(_ id: Int) { self.id = id }
}
