import RatchetTesting
import TestSupport

/// Elements should be values: objects change their ids unseen.
@Suite("Objects whose ids have changed") struct ChangedObjectTests {
  @Test("let no operation trap, whatever changes when", .seeds(500))
  func randomOperations() {
    var generator = SeededRandom(Seeds.current)
    var rows = IdentifiedArray((0..<6).map { RowObject($0) })
    _ = reports {
      for _ in 0..<100 { step(&rows, &generator) }
    }
    #expect(rows.map { $0 }.count == rows.count)
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
    case 13: if let position { rows.move(fromOffsets: [position], toOffset: 0) }
    case 14: rows.removeAll { $0.id == id }
    default: rows.sort { $0.id < $1.id }
    }
    _ = rows[id: other]
  }
}

// MARK: - Fixtures

private final class RowObject: Identifiable {
  var id: Int

  init(_ id: Int) { self.id = id }
}
