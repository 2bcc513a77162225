import Observation

struct JobClient: DependencyKey {
  var work: @Sendable (String) async -> Void
  static let liveValue = JobClient { _ in }
}

struct Socket: Sendable {
  func onMessage(_ receive: @escaping @Sendable (String) -> Void) {}
}

@Test(.dependencies { $0[JobClient.self].work = { _ in } })
@MainActor func observerReadsAgain() async {
  let store = Store(initialState: Jobs.State()) { Jobs() }
  var shown: [Int] = []
  observe(store) { shown.append($0) }
  await store.send(.added("a")).finish()
  #expect(shown == [0, 1])
}

@Test(arguments: [[], ["endless"]]) @MainActor func serviceEnds(endless: [String]) async {
  let requests = AsyncStream { continuation in
    for name in ["a", "b"] + endless { continuation.yield(name) }
    continuation.finish()
  }
  let clock = TestClock()
  let (ends, ended) = AsyncStream.makeStream(of: Void.self)
  let service = withDependencies {
    $0.continuousClock = clock
    $0[JobClient.self].work = {
      if $0 == "endless" { _ = try? await Task.never() } else { ended.yield() }
    }
  } operation: {
    Task { await serve(requests) }
  }
  for await _ in ends.prefix(2) {}
  if !endless.isEmpty {
    // Until the service waits for the endless job.
    while (try? await clock.checkSuspension()) != nil {}
    clock.advance(by: .seconds(10))
  }
  let cancelled = await service.value
  #expect(cancelled.map(\.name) == endless)
}

@Test @MainActor func twoJobsRunAtOnce() async {
  let store = TestStore(initialState: Jobs.State(running: ["a", "b"])) { Jobs() }
  await store.send(.added("c")) { $0.waiting = ["c"] }
}
