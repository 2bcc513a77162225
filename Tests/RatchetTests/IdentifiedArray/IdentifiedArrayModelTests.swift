import RatchetTesting
import TestSupport

/// Random operations on an `IdentifiedArray` do what they do on a plain array whose ids are kept
/// unique, and a dictionary of the positions.
@Suite struct IdentifiedArrayModelTests {
  @Test("random operations agree with a plain array and a dictionary", .seeds(1_000))
  func randomOperationsAgreeWithAPlainArrayAndADictionary() {
    var run = ModelRun(seed: Seeds.current)
    let reports = reports { run.perform(steps: 60) }
    #expect(run.difference == nil)
    #expect(reports.count == run.expectedReports)
  }
}

// MARK: - Fixtures

struct ModelRow: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var note = ""
}

/// One run of random operations on both.
private struct ModelRun {
  var array = IdentifiedArrayOf<ModelRow>()
  var model: [ModelRow] = []
  var generator: SeededRandom
  var expectedReports = 0
  var difference: String?

  init(seed: UInt64) { generator = SeededRandom(seed) }

  mutating func perform(steps: Int) {
    for step in 0..<steps where difference == nil {
      let operation = Int.random(in: 0..<21, using: &generator)
      let before = model
      change(operation)
      if let problem = problem() {
        difference = "step \(step), operation \(operation), from \(before): \(problem)"
      }
    }
  }

  private mutating func change(_ operation: Int) {
    let id = Int.random(in: 0..<12, using: &generator)
    let row = ModelRow(id: id, note: "\(generator.next() % 100)")
    let index = model.firstIndex { $0.id == id }
    switch operation {
    case 0...6: add(operation, row, index)
    case 7...11: remove(operation, id, index)
    case 17...20: changeWhole(operation, row, index)
    default: reorder(operation, id, index)
    }
  }

  private mutating func add(_ operation: Int, _ row: ModelRow, _ index: Int?) {
    switch operation {
    case 0, 1:
      let (inserted, position) = array.append(row)
      #expect((inserted, position) == (index == nil, index ?? model.count))
      if index == nil { model.append(row) } else { expectedReports += 1 }
    case 2:
      let position = Int.random(in: 0...model.count, using: &generator)
      let (inserted, found) = array.insert(row, at: position)
      #expect((inserted, found) == (index == nil, index ?? position))
      if index == nil { model.insert(row, at: position) } else { expectedReports += 1 }
    case 3:
      let replaced = array.updateOrAppend(row)
      #expect(replaced == index.map { model[$0] })
      if let index { model[index] = row } else { model.append(row) }
    case 4:
      array[id: row.id] = row
      if let index { model[index] = row } else { model.append(row) }
    case 5:
      if Bool.random(using: &generator) {
        array[id: row.id]?.note += "!"
      } else {
        #expect((array.change(id: row.id) { $0.note += "!" } != nil) == (index != nil))
      }
      if let index { model[index].note += "!" }
    default:
      guard let index else { return }
      array[index].note += "?"
      model[index].note += "?"
    }
  }

  private mutating func remove(_ operation: Int, _ id: Int, _ index: Int?) {
    switch operation {
    case 7:
      #expect(array.remove(id: id) == index.map { model.remove(at: $0) })
    case 8:
      array[id: id] = nil
      if let index { model.remove(at: index) }
    case 9:
      guard !model.isEmpty else { return }
      #expect(array.removeLast() == model.removeLast())
    case 10:
      array.removeAll { $0.id % 5 == id % 5 }
      model.removeAll { $0.id % 5 == id % 5 }
    default:
      guard let index else { return }
      array.remove(atOffsets: [index])
      model.remove(at: index)
    }
  }

  private mutating func reorder(_ operation: Int, _ id: Int, _ index: Int?) {
    switch operation {
    case 12:
      array.sort { $0.id < $1.id }
      model.sort { $0.id < $1.id }
    case 13:
      array.reverse()
      model.reverse()
    case 14:
      array.sort { $0.note < $1.note }
      model.sort { $0.note < $1.note }
    case 15:
      let moved = model.indices.filter { _ in Bool.random(using: &generator) }
      let destination = Int.random(in: 0...model.count, using: &generator)
      array.move(fromOffsets: moved, toOffset: destination)
      model = Self.moving(model, moved, destination)
    default:
      changeID(of: index)
    }
  }

  private mutating func changeWhole(_ operation: Int, _ row: ModelRow, _ index: Int?) {
    switch operation {
    case 17:
      let position = Int.random(in: 0...model.count, using: &generator)
      let (original, found) = array.updateOrInsert(row, at: position)
      #expect(original == index.map { model[$0] })
      #expect(found == index ?? position)
      if let index { model[index] = row } else { model.insert(row, at: position) }
    case 18:
      guard let index else { return }
      array[index] = row
      model[index] = row
    case 19:
      guard !model.isEmpty else { return }
      #expect(array.removeFirst() == model.removeFirst())
    default:
      let rows = model + [row]
      array = IdentifiedArray(rows) { ModelRow(id: $0.id, note: $0.note + $1.note) }
      if let index { model[index].note += row.note } else { model = rows }
    }
  }

  /// Changes an id in place, through either subscript.
  private mutating func changeID(of index: Int?) {
    guard let index else { return }
    let newID = Int.random(in: 0..<24, using: &generator)
    let old = model[index].id
    switch generator.next() % 3 {
    case 0: array[index].id = newID
    case 1: array[id: old]?.id = newID
    default: array.change(id: old) { $0.id = newID }
    }
    guard newID != old else { return }
    expectedReports += 1
    if model.contains(where: { $0.id == newID }) {
      model.remove(at: index)
    } else {
      model[index].id = newID
    }
  }

  /// One by one, from the last to the first and back in.
  private static func moving(_ rows: [ModelRow], _ moved: [Int], _ destination: Int) -> [ModelRow] {
    var rows = rows
    var taken: [ModelRow] = []
    for position in moved.reversed() { taken.append(rows.remove(at: position)) }
    rows.insert(
      contentsOf: taken.reversed(), at: destination - moved.filter { $0 < destination }.count)
    return rows
  }

  private func problem() -> String? {
    if array.elements != model { return "elements \(array.elements), not \(model)" }
    if Array(array.ids) != model.map(\.id) { return "ids \(Array(array.ids))" }
    let positions = Dictionary(uniqueKeysWithValues: model.enumerated().map { ($1.id, $0) })
    for id in 0..<24 where array.index(id: id) != positions[id] {
      return "id \(id) is at \(String(describing: array.index(id: id)))"
    }
    for id in 0..<24 where array[id: id] != positions[id].map({ model[$0] }) {
      return "id \(id) finds \(String(describing: array[id: id]))"
    }
    return nil
  }
}
