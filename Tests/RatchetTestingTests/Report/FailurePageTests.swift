import Foundation
import TestSupport

@testable import RatchetTesting

@MainActor @Suite("The page of a failing test")
struct FailurePageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("has the failing order of a race, and the passing one beside it, for each test store")
  func exploration() async throws {
    let runs = try await Self.runs(in: page(of: 1))
    #expect(runs.map(\.name) == ["fails", "passes in order"])
    #expect(runs[0].steps.map(\.action) == ["load", "loaded(\"new\")", "loaded(\"old\")"])
    #expect(runs[1].steps.map(\.action) == ["load", "loaded(\"old\")", "loaded(\"new\")"])
    #expect(runs[1].steps[2].change?.contains(#"text: "new""#) == true)
    #expect(runs[1].effects.map(\.name) == ["old", "new"])
    #expect(runs[1].effects.map(\.how) == ["finished", "finished"])
    #expect(runs[1].steps.map(\.time) == [0, 1_000_000_000, 1_000_000_000])
    let names = try await Self.runs(in: page(of: 2)).map(\.name)
    #expect(names.prefix(2) == ["fails, store 1", "fails, store 2"])
  }

  /// The file of an exploration with so many test stores, which the failure names.
  private func page(of storeCount: Int) async throws -> String {
    let issue = await issues {
      await exploreSchedules(100) { for _ in 0..<storeCount { await race(.current) } }
    }.first
    return try #require(issue?.components(separatedBy: "\n\nAs a page: ").last)
  }

  @Test("lies beside those of earlier runs")
  func again() async throws {
    for _ in 0..<2 { _ = await issues { await exploreSchedules(100) { await race(.current) } } }
    let names = try folder.names
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.wholeMatch(of: /FailurePageTests-\d+(-2)?\.html/) != nil })
  }

  @Test("says why it cannot be written")
  func unwritable() async throws {
    try folder.write("", to: "file")
    let issue = await issues(in: folder.path("file")) {
      await exploreSchedules(100) { await race(.current) }
    }.first
    #expect(
      issue?.contains("\n\nA page could not be written to \(folder.path("file")): ") == true)
  }
}

// MARK: - Fixtures

extension FailurePageTests {
  private struct Run: Decodable {
    struct Step: Decodable {
      let time: Int
      let action: String
      let change: String?
    }

    struct Effect: Decodable {
      let name: String?
      let how: String?
    }

    let name: String?
    let steps: [Step]
    let effects: [Effect]
  }

  private static func runs(in file: String) throws -> [Run] {
    let page = try String(contentsOfFile: file, encoding: .utf8)
    let start = try #require(page.range(of: #"<script type="application/json" id="data">"#))
    let end = try #require(page.range(of: "</script>"))
    return try JSONDecoder()
      .decode([Run].self, from: Data(page[start.upperBound..<end.lowerBound].utf8))
  }

  private func issues(
    in path: String? = nil, _ test: @MainActor () async -> Void
  ) async -> [String] {
    await FailurePage.$folder.withValue(path ?? folder.path) {
      await IssueCollector.issues { await test() }
    }
  }

  /// Fails if the old answer comes last.
  private func race(_ schedule: Schedule) async {
    let store = TestStore(initialState: Loading.State(), schedule: schedule) { Loading() }
    store.exhaustivity = .off
    await store.send(.load)
    await store.advance(by: .seconds(1))
    await store.skipReceivedActions()
    if store.state.text != "new" {
      IssueRecorder.addUnlessExplored("The text is old.", at: #_sourceLocation)
    }
  }
}

/// Asks twice, and shows whatever comes.
private struct Loading: Reducer {
  struct State: Equatable { var text = "" }
  enum Action: Equatable { case load, loaded(String) }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load: return .merge(answer("old"), answer("new"))
    case .loaded(let text): state.text = text
    }
    return .none
  }

  private func answer(_ text: String) -> Effect<Action> {
    .run(name: text) { send in
      try await clock.sleep(for: .seconds(1))
      await send(.loaded(text))
    }
  }
}
