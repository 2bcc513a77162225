import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor
@Suite("A migration of a recording")
struct RecordingMigrationTests {
  @Test("changes each line, and keeps the digests of states that have not changed")
  func actions() async throws {
    let file = try await renamed()
    #expect(file.replay(version: "2", migrations: [Self.toTwo]) == .same(steps: 2))
    let later = Dicing(factor: 2)
    guard case .differs(step: 1, _) = file.replay(later, version: "2", migrations: [Self.toTwo])
    else {
      Issue.record("The digests were not compared.")
      return
    }
  }

  @Test("follows another one, up to the version of the program or as far as they lead")
  func chain() async throws {
    let file = try await renamed()
    let toThree = RecordingMigration(from: "2", to: "3", risk: "digests are not compared") {
      $0["digest"] = nil
    }
    let all = [toThree, Self.toTwo]
    let recording = try Recording(contentsOf: file.url, version: "3", migrations: all)
    #expect(recording.migrations.map(\.target) == ["2", "3"])
    #expect(recording.migrations.map(\.risk) == [nil, "digests are not compared"])
    #expect(recording.replay(Dicing(factor: 2)) == .same(steps: 2))
    #expect(try Recording(contentsOf: file.url, migrations: all).migrations.count == 2)
    #expect(
      file.replay(version: "4", migrations: all)
        == .impossible(
          line: 1,
          reason: """
            the recording is of version 1, this program is version 4, and no migration converts it
            """))
  }

  @Test("keeps each number that it does not change: negative zeros, long decimals, large ones")
  func numbers() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(to: file.url, of: Sums.self, program: "sums", version: "1")
    let store = Store(initialState: Sums.State(), observers: [recorder]) { Sums() }
    for action in Sums.actions { store.send(action) }
    try await recorder.close()
    let migration = RecordingMigration(from: "1", to: "2") {
      $0["action"]?.rename("old", to: "new")
    }
    let recording = try Recording(contentsOf: file.url, version: "2", migrations: [migration])
    #expect(recording.replay(Sums()) == .same(steps: Sums.actions.count))
    for line in try file.lines {
      let value = try decodeRecorded(line) as RecordedJSON
      let data = try JSONEncoder.ofRecordings.encode(["line": value])
      #expect(try decodeRecorded(String(decoding: data, as: UTF8.self)) == ["line": value])
    }
  }

  @Test("is chosen by where it leads, not by its position, and not if it is impossible")
  func choice() async throws {
    let file = try await renamed()
    let detour = RecordingMigration(from: "1", to: "beta") { _ in throw Unmigrated() }
    let impossible = RecordingMigration.impossible(from: "1", to: "3", "dice were cards")
    let toThree = RecordingMigration(from: "2", to: "3")
    for all in [[detour, impossible, Self.toTwo, toThree], [toThree, Self.toTwo, impossible]] {
      let recording = try Recording(contentsOf: file.url, version: "3", migrations: all)
      #expect(recording.migrations.map(\.target) == ["2", "3"])
      #expect(recording.replay(Dicing()) == .same(steps: 2))
    }
    let back = RecordingMigration(from: "2", to: "1")
    let asFar = try Recording(
      contentsOf: file.url, migrations: [back, impossible, Self.toTwo, toThree])
    #expect(asFar.migrations.map(\.target) == ["2", "3"])
    #expect(try Recording(contentsOf: file.url, migrations: [back]).migrations.isEmpty)
  }

  @Test("that is impossible says so before anything runs")
  func impossible() async throws {
    let file = try await renamed()
    let migration = RecordingMigration.impossible(from: "1", to: "2", "dice were cards")
    let recording = try Recording(contentsOf: file.url, version: "2", migrations: [migration])
    #expect(recording.migrations[0].isImpossible)
    #expect(
      recording.replay(Dicing())
        == .impossible(
          line: 1, reason: "version 1 cannot be migrated to 2: dice were cards"))
  }

  @Test("that fails is told by its line")
  func failing() async throws {
    let file = try await renamed()
    let migration = RecordingMigration(from: "1", to: "2") { line in
      if line["step"] == .integer(2) { throw Unmigrated() }
      line["action"]?.rename("plus", to: "add")
    }
    #expect(
      file.replay(version: "2", migrations: [migration])
        == .impossible(line: 3, reason: "the migration failed: Unmigrated()"))
  }

  private static let toTwo = RecordingMigration(from: "1", to: "2") {
    $0["action"]?.rename("plus", to: "add")
  }

  /// A recording of a version in which one action had another name.
  private func renamed() async throws -> RecordedFile {
    try await RecordedFile.recorded([.add(1), .add(2)]).changed { lines in
      for index in 1..<lines.count {
        lines[index] = resummed(
          lines[index].replacingOccurrences(of: #"{"add":"#, with: #"{"plus":"#))
      }
    }
  }
}

// MARK: - Fixtures

private struct Unmigrated: Error {}

/// Keeps the numbers of its actions.
private struct Sums: Reducer {
  struct State: Codable, Sendable {
    var number = -0.0
    var decimal = Decimal()
    var large: UInt64 = 0
    var small: Float = 0
  }

  typealias Action = State

  static var actions: [Action] {
    [
      Action(), Action(number: 0.1 + 0.2), Action(number: .greatestFiniteMagnitude),
      Action(number: .leastNonzeroMagnitude), Action(number: .infinity), Action(number: 1e22),
      Action(decimal: Decimal(string: "0.12345678901234567890123456789") ?? 0),
      Action(decimal: Decimal(string: "-123456789012345678901234567890.5") ?? 0),
      Action(large: .max), Action(small: 0.1), Action(small: -0.0),
    ]
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state = action
    return .none
  }
}
