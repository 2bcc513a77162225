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
    for isEarly in [true, false] {
      #expect(key.merged(Settings(), mine, theirs, isEarly: isEarly) == both)
    }
  }

  @Test("of one member: mine wins, but not if the content of the file was not known")
  func conflicts() {
    let mine = Settings(launches: 1, look: .tinted(1))
    let theirs = Settings(launches: 7, look: .tinted(2))
    #expect(key.merged(Settings(), mine, theirs) == mine)
    #expect(key.merged(Settings(), mine, theirs, isEarly: true) == theirs)
  }

  @Test("of rows: of a row that both have, mine wins, but not if the file was not known")
  func rows() {
    let list = SharedKey<IdentifiedArrayOf<Row>>("rows", default: [], in: .file("/nowhere/rows"))
    let (mine, theirs) = (Row(id: 1, text: "mine"), Row(id: 1, text: "theirs"))
    let other = Row(id: 2, text: "other")
    #expect(list.merged([], [mine], [other, theirs]) == [other, mine])
    #expect(list.merged([], [mine], [other, theirs], isEarly: true) == [other, theirs])
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
    #expect(numbers.merged([0], [0, 1], [0, 2], isEarly: true) == [0, 2])
  }

  @Test("are not made by a value that does not equal itself: it is reported once, and not stored")
  func unequal() async {
    let (storage, messages) = (SharedStorage(), Messages())
    let store = Store(initialState: Zoom.State()) {
      Zoom()
    } withDependencies: {
      $0.sharedStorage = storage
      $0.log = messages.sink
    }
    store.send(.set(.nan))
    store.send(.set(.nan))
    store.send(.look)
    #expect(storage.value(of: .zoom) == 1)
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("does not equal itself: nan") == true)
    store.send(.set(2))
    #expect(storage.value(of: .zoom) == 2)
    storage.change(.zoom) { $0 = 3 }
    await settled(store) { $0.scale == 3 }
    #expect(store.announced == 1)
  }

  @Test("in a file with a date in the distant future are read", arguments: [4e9, 1.4e10])
  func distant(date: Double) async throws {
    let desk = try FileDesk()
    try desk.put(#"{"size": 7, "name": "kept"}"#)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: date)], ofItemAtPath: desk.path)
    #expect(await desk.load(desk.key) == Theme(size: 7, name: "kept"))
  }

  @Test("in the storage of a feature are saved when the store is drained")
  func drained() async throws {
    let desk = try FileDesk()
    let store = Store(initialState: Office.State()) {
      Office(key: desk.key).sharedStorage(desk.storage)
    } withDependencies: {
      $0.sharedStorage = SharedStorage()
      $0.continuousClock = desk.clock
    }
    store.send(.seat(.lamp(5)))
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 5"#))
  }
}

extension SharedKey where Value == Double {
  fileprivate static var zoom: Self { SharedKey("zoom", default: 1, in: .memory) }
}

private struct Zoom: Reducer {
  struct State {
    var scale = 1.0
    var announced = 0
  }

  enum Action { case set(Double), look, changed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let scale): state.scale = scale
      case .look: break
      case .changed: state.announced += 1
      }
      return .none
    }
    .kept(\.scale, in: .zoom, changed: .changed)
  }
}
