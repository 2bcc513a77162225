import Foundation
import RatchetTesting

@Suite("The README")
struct ReadmeTests {
  @Test("shows code that is compiled and tested below")
  func code() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOf: file, encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .filter { $0.hasPrefix("import ") }
    #expect(blocks.count == 2)
    for block in blocks {
      // Without its imports, and without the program, of which a module has one.
      let code = block.components(separatedBy: "\n\n@main")[0]
        .split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.isEmpty }
      #expect(source.contains(code.joined(separator: "\n")))
    }
  }
}

// MARK: - Fixtures

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

struct Facts: Reducer {
  struct State: Equatable { var count = 0, fact = "" }
  enum Action: Equatable { case incrementTapped, factTapped, factResponse(String) }

  @Dependency(FactClient.self) var facts

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .incrementTapped: state.count += 1
    case .factResponse(let fact): state.fact = fact
    case .factTapped:
      return .run(name: "fact") { [count = state.count] send in
        await send(.factResponse(try facts.fetch(count)))
      }
    }
    return .none
  }
}

@Test @MainActor func factIsShown() async {
  let store = TestStore(initialState: Facts.State()) {
    Facts()
  } withDependencies: {
    $0[FactClient.self].fetch = { "\($0) is a number." }
  }
  await store.send(.incrementTapped) { $0.count = 1 }
  await store.send(.factTapped)
  await store.receive(.factResponse("1 is a number.")) { $0.fact = "1 is a number." }
}
