import Ratchet
import Subprocess

struct LineClient: DependencyKey {
  struct Failed: Error {}
  var count: @Sendable (String) async throws -> Int

  static let liveValue = LineClient { file in
    let result = try await run(
      .name("wc"), arguments: ["-l", file], output: .string(limit: 1_000), error: .discarded)
    guard result.terminationStatus.isSuccess,
      let count = result.standardOutput.split(separator: " ").first.flatMap({ Int($0) })
    else { throw Failed() }
    return count
  }
}

struct LineCounts: Reducer {
  struct State: Equatable {
    var counts: [String: Int] = [:]
    var unreadable: [String] = []
  }

  enum Action: Equatable { case added(String), counted(String, Int), failed(String) }

  @Dependency(LineClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let file):
      return .run(name: "count") { send in
        await send(.counted(file, try await client.count(file)))
      } catch: { _, send in
        await send(.failed(file))
      }
    case .counted(let file, let count): state.counts[file] = count
    case .failed(let file): state.unreadable.append(file)
    }
    return .none
  }
}
