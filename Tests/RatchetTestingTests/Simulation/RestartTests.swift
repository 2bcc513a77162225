import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation with restarts")
struct RestartTests {
  @Test("finds a message that is sent twice because the program was killed before it knew")
  func sentTwice() async {
    let issues = await IssueCollector.issues { await simulateOutbox(isCrash: true) }
    #expect(issues.count == 1)
    let story = (issues.first ?? "").split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(story == ["1. the program crashes", "2. an effect sends sent(1)"])
    #expect(issues.first?.contains("\n\nPosts(counts: [1: 2])\n\n") == true, "\(issues)")
    #expect(
      issues.first?.contains(
        """
        {
          let posts = Simulated(Posts())
          let makeStore = {
            TestStore(initialState: Outbox.State()) {
              Outbox()
              Reduce { state, _ in
                #expect({ _ in posts.counts.values.allSatisfy { $0 < 2 } }(state))
                return .none
              }
            } withDependencies: { values in
              values[PostsKey.self] = { posts.counts[$0, default: 0] += 1 }
            }
          }
          let store = makeStore()
          store.exhaustivity = .off
          let store2 = withDependencies {
            $0.sharedStorage = store.dependencies.sharedStorage.restarted(afterCrash: true)
          } operation: {
            makeStore()
          }
          store2.exhaustivity = .off
        """) == true, "\(issues)")
  }

  /// What the simulation above prints.
  @Test("prints a test that fails like it")
  func printed() async throws {
    @MainActor func simulationFailure() async {
      let posts = Simulated(Posts())
      let makeStore = {
        TestStore(initialState: Outbox.State()) {
          Outbox()
          Reduce { state, _ in
            #expect({ _ in posts.counts.values.allSatisfy { $0 < 2 } }(state))
            return .none
          }
        } withDependencies: { values in
          values[PostsKey.self] = { posts.counts[$0, default: 0] += 1 }
        }
      }
      let store = makeStore()
      store.exhaustivity = .off
      let store2 = withDependencies {
        $0.sharedStorage = store.dependencies.sharedStorage.restarted(afterCrash: true)
      } operation: {
        makeStore()
      }
      store2.exhaustivity = .off
      await store2.settle()
    }
    try await expectIssues {
      await simulationFailure()
    } matching: { _ in
      true
    }
  }

  @Test("ends the program in order if it is not killed")
  func inOrder() async {
    let issues = await IssueCollector.issues { await simulateOutbox(isCrash: false) }
    #expect(issues.first?.contains("\n1. the program restarts\n") == true, "\(issues)")
    #expect(issues.first?.contains("\n  await store.skipInFlightEffects()\n") == true)
  }

  @Test("lets effects clean up if the program ends in order, and not if it is killed")
  func cleanups() async {
    await simulate(Sleeps(), from: 0, world: Posts(), runs: 20) { world, posts in
      world.send { _, _ in 1 }
      world.restart()
      world.dependencies { values, _ in values[PostsKey.self] = { posts.counts[$0] = 1 } }
      world.always("holds") { _ in true }
      world.reached("has cleaned up") { _ in posts.counts == [1: 1] }
    }
    await simulate(Sleeps(), from: 0, world: Posts(), runs: 20) { world, posts in
      world.send { _, _ in 1 }
      world.crash()
      world.dependencies { values, _ in values[PostsKey.self] = { posts.counts[$0] = 1 } }
      world.always("has not cleaned up") { _ in posts.counts.isEmpty }
    }
  }

  @Test("keeps the shared values that are not in memory")
  func kept() async {
    await simulate(Keeping(), from: Keeping.State(), runs: 20) { world in
      world.send { _, _ in true }
      world.crash()
      world.advance(upTo: .seconds(1))
      world.always("what is stored is never less") { $0.stored >= $0.inMemory }
      world.reached("only what is stored is kept") { $0.stored == 2 && $0.inMemory == 0 }
    }
  }

  @Test(
    "loses what is not saved when the program is killed", .deep(50, small: 10),
    arguments: [false, true])
  func unsaved(isFlushed: Bool) async {
    let issues = await IssueCollector.issues {
      await simulate(
        PostsOnce(isFlushed: isFlushed), from: [1], world: Posts(), length: Deep.size
      ) { world, posts in
        world.send { _, _ in true }
        world.crash()
        world.dependencies { values, _ in
          values[PostsKey.self] = { posts.counts[$0, default: 0] += 1 }
        }
        world.always("is sent once") { _ in (posts.counts[1] ?? 0) < 2 }
      }
    }
    let story = (issues.first ?? "").split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(isFlushed == issues.isEmpty)
    #expect(
      isFlushed
        || story == ["1. send true", "2. the program crashes", "3. send true"], "\(story)")
  }

  @Test("prints the schedule of each store, and repeats them")
  func schedules() async throws {
    func issue(replaying choices: [Int]? = nil) async throws -> String {
      let issues = await IssueCollector.issues {
        await simulate(
          Race(kind: .jobs, rounds: 1), from: Race.State(), world: Posts(), replaying: choices
        ) { world, posts in
          world.send { _, _ in .start(0) }
          world.crash()
          world.dependencies { values, _ in
            posts.counts[0, default: 0] += 1
            values.uuid = .incrementing
          }
          world.eventually("no second program has a race") { state in
            state.races == 0 || (posts.counts[0] ?? 0) < 2
          }
        }
      }
      return try #require(issues.first)
    }
    let found = try await issue()
    #expect(found.contains("\ntest store 2: "), "\(found)")
    #expect(found.contains("let store2 = "), "\(found)")
    #expect(found.contains("    makeStore(.deviating("), "\(found)")
    let list = try #require(found.firstMatch(of: /replaying: \[([-0-9, ]*)\]/)?.output.1)
    let again = try await issue(replaying: list.split(separator: ", ").compactMap { Int($0) })
    let story = found.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(again.split(separator: "\n").filter { $0.first?.isNumber == true } == story)
  }

  private func simulateOutbox(isCrash: Bool) async {
    await simulate(Outbox(), from: Outbox.State(), world: Posts()) { world, posts in
      world.send { _, _ in .add }
      if isCrash { world.crash() } else { world.restart() }
      world.dependencies { values, _ in
        values[PostsKey.self] = { posts.counts[$0, default: 0] += 1 }
      }
      world.always("is sent once") { _ in posts.counts.values.allSatisfy { $0 < 2 } }
    }
  }
}

// MARK: - Fixtures

private struct Posts { var counts: [Int: Int] = [:] }

private enum PostsKey: TestDependencyKey {
  static let testValue: @Sendable (Int) -> Void = { _ in }
}

/// Sends what is in its queue, which is kept in a file.
private struct Outbox: Reducer {
  struct Queue: Codable, Equatable, Sendable {
    var items = [1]
    var last = 1
  }

  struct State: Equatable { var queue = Queue() }
  enum Action: Equatable { case add, sent(Int) }

  @Dependency(PostsKey.self) var post

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add:
        state.queue.last += 1
        state.queue.items.append(state.queue.last)
      case .sent(let item): state.queue.items.removeAll { $0 == item }
      }
      return .none
    }
    .kept(\.queue, in: SharedKey("queue", default: Queue(), in: .file("queue.json")))
    .subscription(id: { $0.queue.items.first }) { item in
      .run { send in
        post(item)
        await send(.sent(item))
      }
    }
  }
}

/// Removes an item from a list that is kept in a file, then posts it.
private struct PostsOnce: Reducer {
  let isFlushed: Bool
  @Dependency(PostsKey.self) var post
  @Dependency(\.sharedStorage) var storage

  var body: some Reducer<[Int], Bool> {
    Reduce { state, _ in
      guard let item = state.popLast() else { return .none }
      return .run { _ in
        if isFlushed { await storage.flush() }
        post(item)
      }
    }
    .kept(\.self, in: SharedKey("items", default: [], in: .file("items.json")))
  }
}

/// Posts when its effect is cancelled.
private struct Sleeps: Reducer {
  @Dependency(PostsKey.self) var post
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    .run { _ in
      do { try await clock.sleep(for: .seconds(9)) } catch { post(action) }
    }
  }
}

/// Counts in a file and in memory.
private struct Keeping: Reducer {
  struct State: Equatable {
    var stored = 0
    var inMemory = 0
  }

  var body: some Reducer<State, Bool> {
    Reduce { state, _ in
      state.stored += 1
      state.inMemory += 1
      return .none
    }
    .kept(\.stored, in: SharedKey("stored", default: 0, in: .file("stored.json")))
    .kept(\.inMemory, in: SharedKey("inMemory", default: 0, in: .memory))
  }
}
