import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor
@Suite("A recording of a reducer that reads the region")
struct RecordedRegionTests {
  @Test("leads to the same states where calendar, locale and time zone are others")
  func otherRegion() async throws {
    let file = try await recorded { dependencies in
      var calendar = Calendar(identifier: .iso8601)
      calendar.firstWeekday = 5
      calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
      dependencies.calendar = calendar
      dependencies.locale = Locale(identifier: "de_DE")
      dependencies.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    }
    let recording = try file.recording
    let days = try withDependencies {
      $0.calendar = Calendar(identifier: .gregorian)
      $0.locale = Locale(identifier: "en_US")
      $0.timeZone = .gmt
    } operation: {
      try recording.lastState(Almanac(), lenient: false).days
    }
    #expect(days == ["5 iso8601 Asia/Tokyo de_DE Europe/Berlin"])
    #expect(try file.text.contains(#"{"timeZone":{"identifier":"Europe/Berlin"}}"#))
  }

  @Test("has the values of what follows the settings, not that it follows them")
  func autoupdating() async throws {
    let text = try await recorded { $0.context = .live }.text
    #expect(!text.contains("autoupdating"))
    #expect(!text.contains(#""current":2"#))
    #expect(text.contains(#"{"timeZone":{"identifier":"#))
  }

  private func recorded(
    _ update: (inout DependencyValues) throws -> Void
  ) async throws -> RecordedFile {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Almanac.self, program: "almanac", version: "1")
    var dependencies = DependencyValues.current
    try update(&dependencies)
    let store = Store(initialState: Almanac.State(), observers: [recorder]) {
      Almanac()
    } withDependencies: {
      $0 = dependencies
      $0.continuousClock = TestClock()
    }
    store.send(0)
    try await recorder.close()
    return file
  }
}

// MARK: - Fixtures

private struct Almanac: Reducer {
  struct State: Codable, Sendable { var days: [String] = [] }

  @Dependency(\.calendar) var calendar
  @Dependency(\.locale) var locale
  @Dependency(\.timeZone) var timeZone

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    let calendar = calendar
    state.days.append(
      "\(calendar.firstWeekday) \(calendar.identifier) \(calendar.timeZone.identifier) "
        + "\(locale.identifier) \(timeZone.identifier)")
    return .none
  }
}
