import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetRecording

// What the suites of recordings share: a feature whose reducers draw, and ways to record it.

/// counts, reads identifiers, dates and numbers while it reduces, and has effects that send.
struct Dicing: Reducer {
  struct State: Codable, Equatable, Sendable {
    var sum = 0
    var ids: [UUID] = []
    var lastRoll: Date?
    var seen: Set<Int> = []
    var isTicking = false
    var ticks = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case roll
    case rollLoaded
    case identify
    case later(Int)
    case forget
    case toggle
    case ticked
  }

  struct Die: DependencyKey {
    var roll = RecordableSource("Die.roll") { Int.random(in: 1...6) }
    static let liveValue = Die()
    static let testValue = Die()
  }

  /// By what a version multiplies that is broken.
  struct Factor: DependencyKey {
    var value = 1
    static let liveValue = Factor()
    static let testValue = Factor()
  }

  /// What a later version changes.
  var factor = 1

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.randomNumberGenerator) var random
  @Dependency(Die.self) var die
  @Dependency(Factor.self) var broken

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.sum += number * factor * broken.value
      case .roll:
        let roll = random { Int.random(in: 1...6, using: &$0) }
        state.seen.insert(roll)
        state.sum += roll
        state.lastRoll = date.now
      case .rollLoaded: state.sum += die.roll()
      case .identify: state.ids.append(uuid())
      case .forget:
        state.ids = []
        state.seen = []
      case .later(let number):
        return .run(name: "later") { send in
          await send(.add(number))
          await send(.roll)
        }
      case .toggle: state.isTicking.toggle()
      case .ticked: state.ticks += 1
      }
      return .none
    }
    .subscription(while: \.isTicking) {
      .run(name: "ticking") { send in await send(.ticked) }
    }
  }

  /// An action that is any of them.
  static func random(_ generator: inout some RandomNumberGenerator) -> Action {
    let number = Int.random(in: -5...100, using: &generator)
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .add(number)
    case 1: .roll
    case 2: .rollLoaded
    case 3: .identify
    case 4: .later(number)
    case 5: number % 4 == 0 ? .forget : .identify
    case 6: .toggle
    default: .add(-number)
    }
  }
}

/// A recording in a folder of its own.
struct RecordedFile {
  let folder: Folder
  let name = "recording.jsonl"

  init() throws {
    folder = try Folder()
  }

  init(_ text: String) throws {
    self.init(folder: try Folder())
    try folder.write(text, to: name)
  }

  private init(folder: Folder) {
    self.folder = folder
  }

  var url: URL { URL(fileURLWithPath: folder.path(name)) }

  var text: String { get throws { try folder.text(of: name) } }

  var lines: [String] { get throws { try text.split(separator: "\n").map(String.init) } }

  var recording: Recording { get throws { try Recording(contentsOf: url) } }

  /// The same with other lines.
  func changed(_ change: (inout [String]) -> Void) throws -> RecordedFile {
    var lines = try lines
    change(&lines)
    return try RecordedFile(lines.map { $0 + "\n" }.joined())
  }

  /// The result of a replay, which is impossible too if there is nothing to replay.
  @MainActor func replay(
    _ feature: Dicing = Dicing(), lenient: Bool = false, program: String? = nil,
    version: String? = nil, migrations: [RecordingMigration] = []
  ) -> ReplayResult {
    do {
      let recording = try Recording(
        contentsOf: url, program: program, version: version, migrations: migrations)
      return recording.replay(feature, lenient: lenient)
    } catch {
      return .impossible(line: error.line ?? 0, reason: error.reason)
    }
  }

  /// Records actions that are sent to a store, with the same reads each time.
  @MainActor static func recorded(
    _ actions: [Dicing.Action]
  ) async throws -> RecordedFile {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Dicing.self, program: "dicing", version: "1")
    let store = Store(initialState: Dicing.State(), observers: [recorder]) {
      Dicing()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 1))
      $0.randomNumberGenerator = .seeded(1)
      $0.continuousClock = TestClock()
      $0[Dicing.Die.self].roll = RecordableSource("Die.roll") { 4 }
    }
    for action in actions { store.send(action) }
    try await recorder.close()
    return file
  }
}

/// A line with another content and the sum of it.
func resummed(_ line: String) -> String {
  let bytes = ArraySlice(line.utf8)
  let position = RecordingFormat.sumPosition(in: bytes) ?? bytes.endIndex
  let sum = RecordingFormat.sum(of: bytes[..<position]).text
  return String(decoding: bytes[..<position], as: UTF8.self) + #","sum":"\#(sum)"}"#
}
