import Foundation
import RatchetTesting

@testable import Ratchet

@MainActor @Suite("Two changes of a value in a file, without a merge of its key,")
struct SharedMergeTests {
  private struct Settings: Codable, Equatable {
    enum Look: Codable, Equatable { case plain, tinted(Int), striped }

    var launches = 0
    var isDark = false
    var name: String? = "none"
    var look = Look.plain
    var marks: [String: Int] = [:]
    var large: UInt64 = .max
    var scale = 0.1
  }

  private let key = SharedKey("settings", default: Settings(), in: .file("/nowhere/settings.json"))

  @Test("are combined member by member")
  func members() {
    var (mine, theirs) = (Settings(), Settings())
    mine.isDark = true
    mine.name = nil
    mine.marks["mine"] = 1
    mine.scale = 1e300
    theirs.launches = 7
    theirs.look = .tinted(1)
    theirs.marks["theirs"] = 2
    var both = theirs
    both.isDark = true
    both.name = nil
    both.marks["mine"] = 1
    both.scale = 1e300
    #expect(key.merged(Settings(), mine, theirs) == both)
  }

  @Test("of one member: mine wins")
  func conflicts() {
    let mine = Settings(launches: 1, look: .tinted(1))
    let theirs = Settings(launches: 7, look: .tinted(2))
    #expect(key.merged(Settings(), mine, theirs) == mine)
  }

  @Test("of rows: of a row that both have, mine wins")
  func rows() {
    let list = SharedKey<IdentifiedArrayOf<Row>>("rows", default: [], in: .file("/nowhere/rows"))
    let (mine, theirs) = (Row(id: 1, text: "mine"), Row(id: 1, text: "theirs"))
    let other = Row(id: 2, text: "other")
    #expect(list.merged([], [mine], [other, theirs]) == [other, mine])
  }

  private struct Row: Codable, Equatable, Identifiable {
    let id: Int
    let text: String
  }

  @Test("to other cases of an enum do not keep other members from being combined")
  func cases() {
    let mine = Settings(isDark: true, look: .striped)
    let theirs = Settings(launches: 7, look: .tinted(1))
    let merged = Settings(launches: 7, isDark: true, look: .striped)
    #expect(key.merged(Settings(), mine, theirs) == merged)
  }

  @Test("that make no value, or cannot be encoded, are not combined")
  func impossible() {
    let base = Settings(look: .tinted(1))
    let mine = Settings(isDark: true, look: .plain)
    var theirs = Settings(launches: 7, scale: .nan)
    #expect(key.merged(base, mine, theirs) == mine)
    theirs.scale = 2
    let merged = key.merged(base, mine, theirs)
    #expect(merged.isDark && merged.launches == 7 && merged.look == .plain)
    let numbers = SharedKey("numbers", default: [0], in: .file("/nowhere/numbers.json"))
    #expect(numbers.merged([0], [0, 1], [0, 2]) == [0, 1])
  }

  @Test("of elements in a list are combined wherever the list is: by member, and by order")
  func elements() {
    let base = Board(hosts: [Host("a"), Host("b"), Host("c")], lines: [Line(id: 1), Line(id: 2)])
    var (mine, theirs) = (base, base)
    mine.hosts[id: "a"]?.isUp = true
    mine.hosts.append(Host("mine"))
    mine.hosts.move(fromOffsets: [2], toOffset: 0)
    mine.lines = [Line(id: 2), Line(id: 3, text: "mine")]
    theirs.hosts[id: "a"]?.note = "theirs"
    theirs.hosts.remove(id: "b")
    theirs.hosts.append(Host("theirs"))
    theirs.lines = [Line(id: 4, text: "theirs"), Line(id: 1), Line(id: 2, text: "changed")]
    let hosts = [Host("c"), Host("theirs"), Host("a", isUp: true, note: "theirs"), Host("mine")]
    let lines = [Line(id: 4, text: "theirs"), Line(id: 2, text: "changed"), mine.lines[1]]
    #expect(board.merged(base, mine, theirs) == Board(hosts: .init(hosts), lines: lines))
  }

  @Test(
    "to another case of an enum are a whole, and nothing else is lost", arguments: [true, false])
  func wholes(isSwapped: Bool) {
    let (base, key) = (Board(), board)
    var (mine, theirs) = (base, base)
    theirs.shape = .square(2)
    theirs.deep.counts["theirs"] = 2
    mine.shape = .circle(5)
    mine.deep.counts["mine"] = 1
    if isSwapped { swap(&mine, &theirs) }
    let deep = Board.Deep(counts: ["mine": 1, "theirs": 2])
    #expect(key.merged(base, mine, theirs) == Board(shape: mine.shape, deep: deep))
    theirs = Board(cell: .list(["x"]))
    #expect(key.merged(base, Board(cell: .sum(2)), theirs) == Board(cell: .sum(2)))
  }

  @Test("of a list that is written with ids and read without are combined, as those of a set")
  func otherForms() {
    let key = SharedKey("listing", default: Listing(), in: .file("/nowhere/listing.json"))
    var (mine, theirs) = (Listing(), Listing())
    mine.size = 2
    theirs.hosts.append(Host("theirs"))
    theirs.marks = [[1: "a"], [3: "c"]]
    mine.marks.reverse()
    let merged = key.merged(Listing(), mine, theirs)
    #expect(merged.hosts.elements == [Host("mine"), Host("theirs")] && merged.size == 2)
    #expect(merged.marks == theirs.marks)
    (mine.hosts, theirs.hosts) = ([], [Host("theirs")])
    let filled = key.merged(Listing(hosts: []), mine, theirs)
    #expect(filled.hosts.elements == [Host("theirs")] && filled.size == 2)
    let rows = SharedKey<IdentifiedArrayOf<Level>>("levels", default: [], in: .memory)
    #expect(rows.merged([], [Level(id: 1)], [Level(id: 2)]).count == 2)
  }

  @Test("are combined in a type that leaves out members when it is read")
  func leftOut() {
    let key = SharedKey("scores", default: Scores(), in: .file("/nowhere/scores.json"))
    let base = Scores(points: ["a": 1, "b": 1])
    let merged = key.merged(
      base, Scores(points: ["a": 0, "b": 1]), Scores(points: ["a": 1, "b": 5]))
    #expect(merged == Scores(points: ["b": 5]))
  }

  @Test("are combined without losing a row that could not be read together")
  func unreadable() {
    let key = SharedKey("lenient", default: Lenient(), in: .file("/nowhere/lenient.json"))
    let base = Lenient(rows: [Lenient.Row(id: 1, look: .plain), Lenient.Row(id: 2, look: .none)])
    var (mine, theirs) = (base, base)
    mine.rows[0].look = .tinted(1)
    theirs.rows[0].look = .striped(2)
    theirs.rows.append(Lenient.Row(id: 3, look: .plain))
    let merged = key.merged(base, mine, theirs)
    #expect(merged.rows.first == mine.rows.first && merged.rows.contains { $0.id == 3 })
  }

  /// Skips rows that cannot be read.
  private struct Lenient: Codable, Equatable {
    struct Row: Codable, Equatable {
      enum Look: Codable, Equatable { case plain, tinted(Int), striped(Int) }

      let id: Int
      var look: Look?
    }

    struct Skipping: Decodable {
      let row: Row?
      init(from decoder: any Decoder) { row = try? Row(from: decoder) }
    }

    var rows: [Row] = []

    init(rows: [Row] = []) { self.rows = rows }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      rows = try container.decode([Skipping].self, forKey: .rows).compactMap(\.row)
    }
  }

  private struct Scores: Codable, Equatable {
    var points: [String: Int] = [:]

    init(points: [String: Int] = [:]) { self.points = points }

    init(from decoder: any Decoder) throws {
      points = try [String: Int](from: decoder).filter { $0.value > 0 }
    }

    func encode(to encoder: any Encoder) throws { try points.encode(to: encoder) }
  }

  @Test("of a list keep mine if the other side has only written it in another order")
  func rewritten() {
    func tree(_ json: String) -> EncodedTree { EncodedTree(Array(json.utf8)) }
    // A dictionary whose keys are no texts is written as keys and values.
    let (base, mine) = (tree(#"["l","A","r","B"]"#), tree(#"["l","B","r","A"]"#))
    #expect(EncodedTree.merged(base, mine, tree(#"["r","B","l","A"]"#)) == mine)
  }

  private struct Level: Codable, Equatable, Identifiable {
    let id: Int
    var height = Double.infinity
  }

  private struct Listing: Codable, Equatable {
    var hosts: IdentifiedArrayOf<Host> = [Host("mine")]
    var marks: [[Int: String]] = [[1: "a"], [2: "b"]]
    var size = 1

    init(hosts: IdentifiedArrayOf<Host> = [Host("mine")]) { self.hosts = hosts }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let list = try container.decode([Host].self, forKey: .hosts)
      hosts = IdentifiedArray(list)
      marks = try container.decode([[Int: String]].self, forKey: .marks)
      size = try container.decode(Int.self, forKey: .size)
    }
  }

  @Test("where a member is not encoded are combined; only mine keeps it if nothing else changed")
  func notEncoded() {
    let (base, key) = (Board(), board)
    let mine = Board(size: 2, isOpen: true)
    let merged = key.merged(base, mine, Board(color: 2))
    #expect(merged.size == 2 && merged.color == 2)
    #expect(key.merged(base, mine, Board(size: 3)) == mine)
  }

  private var board: SharedKey<Board> {
    SharedKey("board", default: Board(), in: .file("/nowhere/board.json"))
  }

  private struct Board: Codable, Equatable {
    enum CodingKeys: CodingKey { case size, color, shape, cell, deep, hosts, lines }
    enum Shape: Codable, Equatable { case circle(Int), square(Int) }
    struct Deep: Codable, Equatable { var counts: [String: Int] = [:] }

    var size = 1
    var color = 1
    var shape = Shape.circle(1)
    var cell = Cell.sum(1)
    var deep = Deep()
    var hosts: IdentifiedArrayOf<Host> = []
    var lines: [Line] = []
    var isOpen = false
  }

  /// Its id is not encoded.
  private struct Host: Codable, Equatable, Identifiable {
    var id: String { name }
    let name: String
    var isUp = false
    var note = ""

    init(_ name: String, isUp: Bool = false, note: String = "") {
      (self.name, self.isUp, self.note) = (name, isUp, note)
    }
  }

  private struct Line: Codable, Equatable {
    let id: Int
    var text = ""
  }

  /// Ignores members of another case.
  private enum Cell: Codable, Equatable {
    case sum(Int), list([String])

    enum CodingKeys: CodingKey { case sum, list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let sum = try container.decodeIfPresent(Int.self, forKey: .sum)
      self = try sum.map(Self.sum) ?? .list(container.decode([String].self, forKey: .list))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .sum(let sum): try container.encode(sum, forKey: .sum)
      case .list(let list): try container.encode(list, forKey: .list)
      }
    }
  }

  @Test("in a file with a date in the distant future are read", arguments: [4e9, 1.4e10])
  func distant(date: Double) async throws {
    let desk = try FileDesk()
    try desk.put(#"{"size": 7, "name": "kept"}"#)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: desk.path)
    #expect(await desk.load(desk.key) == Theme(size: 7, name: "kept"))
  }
}
