import Foundation
import RatchetTesting
import TestSupport

@Suite(
  "Random programs of two processes and an editor that change one document", .serialized,
  .timeLimit(.minutes(20)))
struct SharedMergeProgramTests {
  @Test(
    "lose no change of a part, wherever it is", .seeds(Deep.isFull ? Seeds.count : UInt64(1)))
  func document() async throws {
    var random = SeededRandom(Seeds.current)
    let (file, errors) = (try Folder(), FileDesk.Errors())
    let key = SharedKey("document", default: Document(), in: .file(file.path("document.json")))
    let storages = (0..<2).map { _ in SharedStorage.files(onError: errors.sink) }
    var (expected, shapes) = (Document().leaves, [Document.Shape.circle(0)])
    try file.write(String(decoding: JSONEncoder().encode(Document()), as: UTF8.self), to: key.file)
    for storage in storages {
      await withDependencies {
        $0.sharedStorage = storage
      } operation: {
        _ = await key.load()
      }
    }
    for number in 1...25 {
      let edit = Document.Edit(number: number, &random)
      var (before, after) = (Document(), Document())
      if edit.author < 2 {
        withDependencies {
          $0.continuousClock = TestClock()
        } operation: {
          storages[edit.author].change(key) { (before, after) = $0.make(edit) }
        }
      } else {
        let data = Data(try file.text(of: key.file).utf8)
        var document = try JSONDecoder().decode(Document.self, from: data)
        (before, after) = document.make(edit)
        try JSONEncoder().encode(document)
          .write(to: URL(filePath: file.path(key.file)), options: .atomic)
      }
      shapes.append(after.shape)
      for (name, leaf) in after.leaves where before.leaves[name] != leaf { expected[name] = leaf }
      for name in before.leaves.keys where after.leaves[name] == nil { expected[name] = nil }
      if random.chance(30) { await storages[random.number(below: 2)].flush() }
    }
    // What one has saved last, the other takes over when it saves.
    for storage in storages + storages { await storage.flush() }
    let results = storages.compactMap { $0.value(of: key) }
    #expect(results.map(\.leaves) == [expected, expected])
    #expect(shapes.contains(results[0].shape))
    #expect(errors.all == [])
  }
}

// MARK: - Fixtures

extension SharedKey {
  fileprivate var file: String { "\(name).json" }
}

/// A document in which each part has a member for each of the three authors.
private struct Document: Codable, Equatable {
  enum Shape: Codable, Equatable { case circle(Int), square(side: Int), none }

  struct Members: Codable, Equatable {
    var zero = 0
    var one = 0
    var two = 0

    subscript(author: Int) -> Int {
      get { [zero, one, two][author] }
      set {
        switch author {
        case 0: zero = newValue
        case 1: one = newValue
        default: two = newValue
        }
      }
    }
  }

  struct Section: Codable, Equatable {
    var members = Members()
    var counts: [String: Int] = [:]
    var shape = Shape.circle(0)
    /// One author alone changes it.
    var note: String?
  }

  struct Row: Codable, Equatable, Identifiable {
    let id: String
    var section = Section()
    var lines: [Line] = []
    /// Are encoded in another order each time.
    var tags: Set<Tag> = [Tag(name: "a"), Tag(name: "b", note: "b"), Tag(name: "c")]
  }

  struct Tag: Codable, Hashable {
    let name: String
    var note: String?
  }

  struct Line: Codable, Equatable {
    let id: Int
    var members = Members()
  }

  enum CodingKeys: CodingKey { case members, section, shape, rows, lines }

  var members = Members()
  var section = Section()
  var shape = Shape.circle(0)
  var rows: IdentifiedArrayOf<Row> = [Row(id: "r0"), Row(id: "r1"), Row(id: "r2"), Row(id: "r3")]
  var lines = [Line(id: 0), Line(id: 1)]
  /// Is not encoded.
  var edits = 0
}

extension Document {
  /// What one author does: each changes members, keys, and elements of its own, and all shapes.
  fileprivate struct Edit {
    let number: Int
    let author: Int
    let kind: Int
    let pick: Int

    init(number: Int, _ random: inout SeededRandom) {
      self.number = number
      author = random.number(below: 3)
      kind = random.number(below: 10)
      pick = random.number(below: 12)
    }
  }

  fileprivate mutating func make(_ edit: Edit) -> (before: Document, after: Document) {
    let (before, author, number) = (self, edit.author, edit.number)
    let (row, own) = ("r\(edit.pick % 4)", rows.ids.filter { $0.hasPrefix("own\(author)") })
    edits += 1
    switch edit.kind {
    case 0: members[author] = number
    case 1: section.make(edit)
    case 2: shape = Section.shape(edit)
    case 3, 4: rows[id: row]?.section.make(edit)
    case 5: rows.insert(Row(id: "own\(author)-\(number)"), at: edit.pick % (rows.count + 1))
    case 6: if let id = own.first { rows.remove(id: id) }
    case 7: rows[id: row]?.lines.append(Line(id: 100 * author + number))
    case 8: lines[edit.pick % 2].members[author] = number
    // One author alone changes the order.
    default: if author == 0 { rows.move(fromOffsets: [edit.pick % rows.count], toOffset: 0) }
    }
    return (before, self)
  }

  /// All that one author alone changes, by its path.
  fileprivate var leaves: [String: String] {
    var leaves = section.leaves("section")
    leaves.merge(members.leaves("")) { $1 }
    for line in lines { leaves.merge(line.members.leaves("line\(line.id)")) { $1 } }
    leaves["order"] = "\(rows.ids.filter { $0.hasPrefix("r") })"
    for row in rows {
      leaves[row.id] = ""
      leaves.merge(row.section.leaves(row.id)) { $1 }
      for line in row.lines { leaves["\(row.id).line\(line.id)"] = "" }
    }
    return leaves
  }
}

extension Document.Section {
  fileprivate static func shape(_ edit: Document.Edit) -> Document.Shape {
    [.circle(edit.number), .square(side: edit.number), .none][edit.pick % 3]
  }

  fileprivate mutating func make(_ edit: Document.Edit) {
    switch edit.pick % 4 {
    case 0: members[edit.author] = edit.number
    case 1: counts["\(edit.author)-\(edit.number % 3)"] = edit.number
    case 2: counts["\(edit.author)-\(edit.number % 3)"] = nil
    default: shape = Self.shape(edit)
    }
    if edit.author == 0 { note = edit.pick > 5 ? "\(edit.number)" : nil }
  }

  fileprivate func leaves(_ path: String) -> [String: String] {
    var leaves = ["\(path).note": "\(note ?? "")"]
    for (name, count) in counts { leaves["\(path).counts.\(name)"] = "\(count)" }
    return leaves.merging(members.leaves(path)) { $1 }
  }
}

extension Document.Members {
  fileprivate func leaves(_ path: String) -> [String: String] {
    [0, 1, 2].reduce(into: [:]) { $0["\(path).\($1)"] = "\(self[$1])" }
  }
}
