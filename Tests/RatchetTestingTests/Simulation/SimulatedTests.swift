import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation with a value around its feature")
struct SimulatedTests {
  @Test("makes it anew for each run and each shorter one, and prints it and its declaration")
  func failure() async {
    let issues = await IssueCollector.issues {
      await simulate(Posts(), from: Posts.State(), world: Server()) { world, server in
        world.send { _, draw in .post(draw.int(in: 0...9)) }
        world.dependencies { values, _ in
          values[ServerKey.self] = { server.posts.append($0) }
        }
        world.always("the server has at most two posts") { _ in server.posts.count < 3 }
      }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        """
        The simulation fails: "the server has at most two posts" does not hold. The state:

        State(last: 0)

        The world:

        Server(posts: [0, 0, 0])

        The shortest story found in
        """) == true, "\(issues)")
    #expect(
      issues.first?.hasSuffix(
        """
        @MainActor func simulationFailure() async {
          let server = Simulated(Server())
          let store = TestStore(initialState: Posts.State()) {
            Posts()
            Reduce { state, _ in
              #expect({ _ in server.posts.count < 3 }(state))
              return .none
            }
          } withDependencies: { values in
            values[ServerKey.self] = { server.posts.append($0) }
          }
          store.exhaustivity = .off
          await store.send(.post(0))
          await store.send(.post(0))
          await store.send(.post(0))
          await store.settle()
          #expect({ _ in server.posts.count < 3 }(store.state))
        }
        """) == true, "\(issues)")
  }

  @Test("names what its closure declares, and warns of moves that change it, in the printed test")
  func locals() async {
    let issues = await IssueCollector.issues {
      await simulate(Posts(), from: Posts.State(), world: Server()) { world, server in
        let limit = 3
        world.send { _, _ in
          server.posts = []
          return .post(limit)
        }
        world.always("is small") { $0.last < limit }
      }
    }
    let comment = """
        // To compile, this test needs declarations of the function that calls 'simulate':
        // limit
        // If moves change 'server', change it here, too: only their actions are printed.
        let server = Simulated(Server())

      """
    #expect(issues.first?.contains(comment) == true, "\(issues)")
  }

  @Test("reads and sets its members, and changes it as a whole")
  func members() {
    let server = Simulated(Server())
    server.posts = [1]
    server.posts[0] += 1
    #expect(server.withLock { $0.add(3) } == 2)
    #expect(server.posts == [2, 3])
    #expect(server.last == 3)
  }
}

// MARK: - Fixtures

private struct Server {
  var posts: [Int] = []
  var last: Int? { posts.last }

  mutating func add(_ post: Int) -> Int {
    posts.append(post)
    return posts.count
  }
}

private enum ServerKey: TestDependencyKey {
  static let testValue: @Sendable (Int) -> Void = { _ in }
}

private struct Posts: Reducer {
  struct State: Equatable { var last = 0 }
  enum Action { case post(Int) }

  @Dependency(ServerKey.self) var post

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .post(let number) = action else { return .none }
    state.last = number
    return .run { _ in post(number) }
  }
}
