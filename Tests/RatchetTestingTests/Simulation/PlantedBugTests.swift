import RatchetTesting

@MainActor
@Suite("A simulation finds")
struct PlantedBugTests {
  @Test("an update that is lost, with two taps")
  func lostUpdate() async {
    let story = await story(of: Counts(isFixed: false), .init(), Counts.world)
    #expect(story.filter { $0.contains(". send ") } == ["1. send tapped", "2. send tapped"])
    #expect(await issues(of: Counts(isFixed: true), .init(), Counts.world) == [])
  }

  @Test("an id that is given twice, with four steps")
  func duplicateID() async {
    let story = await story(of: Rows(isFixed: false), .init(), Rows.world)
    #expect(
      story == ["1. send added", "2. send added", "3. send removed(1)", "4. send added"])
    #expect(await issues(of: Rows(isFixed: true), .init(), Rows.world) == [])
  }

  @Test("a response that is stale, with two queries")
  func staleResponse() async {
    let story = await story(of: Search(isFixed: false), .init(), Search.world)
    #expect(story.count <= 5)
    #expect(story.count { $0.contains(". send ") } == 2)
    #expect(await issues(of: Search(isFixed: true), .init(), Search.world) == [])
  }

  @Test("a resource that is not released, with two steps")
  func resource() async {
    let story = await story(of: Connection(isFixed: false), .init(), Connection.world)
    #expect(
      story == ["1. send connect", "2. send disconnect", "3. an effect sends connected"])
    #expect(await issues(of: Connection(isFixed: true), .init(), Connection.world) == [])
  }

  @Test("a retry after a cancellation, with a fault")
  func retryAfterCancel() async {
    let story = await story(of: Upload(isFixed: false), .init(), Upload.world)
    #expect(story.count <= 6)
    #expect(story.count { $0.contains(". send ") } == 2)
    #expect(await issues(of: Upload(isFixed: true), .init(), Upload.world) == [])
  }

  @Test("a save that is not of the last state, with two edits")
  func lastSave() async {
    let story = await story(of: Document(isFixed: false), .init(), Document.world)
    #expect(story.count <= 5)
    #expect(story.count { $0.contains(". send ") } == 2)
    #expect(await issues(of: Document(isFixed: true), .init(), Document.world) == [])
  }

  private func issues<Feature: Reducer>(
    of feature: Feature, _ state: Feature.State,
    _ world: (inout SimulatedWorld<Feature.State, Feature.Action>) -> Void, runs: Int = 100
  ) async -> [String] where Feature.State: Equatable {
    await IssueCollector.issues {
      await simulate(feature, from: state, runs: runs, length: 20, world)
    }
  }

  /// The numbered lines of the story that was found.
  private func story<Feature: Reducer>(
    of feature: Feature, _ state: Feature.State,
    _ world: (inout SimulatedWorld<Feature.State, Feature.Action>) -> Void
  ) async -> [String] where Feature.State: Equatable {
    let issues = await issues(of: feature, state, world, runs: 500)
    #expect(issues.count == 1)
    return (issues.first ?? "").split(separator: "\n").map(String.init)
      .filter { $0.first?.isNumber == true }
  }
}

/// Adds one to what it knew before it waited.
private struct Counts: Reducer {
  struct State: Equatable {
    var count = 0
    var taps = 0
    var waiting = 0
  }

  enum Action: Sendable { case tapped, answered(Int) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.taps += 1
      state.waiting += 1
      return .run { [count = state.count] send in
        try await clock.sleep(for: .seconds(1))
        await send(.answered(count + 1))
      }
    case .answered(let count):
      state.waiting -= 1
      state.count = isFixed ? state.count + 1 : count
      return .none
    }
  }

  static func world(_ world: inout SimulatedWorld<State, Action>) {
    world.send { _, _ in .tapped }
    world.advance(upTo: .seconds(2))
    world.always("each tap counts") { $0.waiting > 0 || $0.count == $0.taps }
  }
}

/// Takes the number of rows for the next id.
private struct Rows: Reducer {
  struct State: Equatable {
    var ids: [Int] = []
    var last = 0
  }

  enum Action: Sendable { case added, removed(Int) }

  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added:
      state.last += 1
      state.ids.append(isFixed ? state.last : state.ids.count + 1)
    case .removed(let id): state.ids.removeAll { $0 == id }
    }
    return .none
  }

  static func world(_ world: inout SimulatedWorld<State, Action>) {
    world.send(weight: 2) { _, _ in .added }
    world.send { state, draw in draw.element(of: state.ids).map { .removed($0) } }
    world.always("ids are unique") { Set($0.ids).count == $0.ids.count }
  }
}

private enum LatencyKey: DependencyKey {
  static let liveValue: @Sendable () -> Duration = { .zero }
  static let testValue: @Sendable () -> Duration = { .zero }
}

/// Shows what came last.
private struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var result = ""
  }

  enum Action: Sendable { case queryChanged(String), found(String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock
  @Dependency(LatencyKey.self) var latency

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      let search = Effect<Action>.run { send in
        try await clock.sleep(for: latency())
        await send(.found(query))
      }
      return isFixed ? search.cancellable(id: 0, cancelInFlight: true) : search
    case .found(let result):
      state.result = result
      return .none
    }
  }

  static func world(_ world: inout SimulatedWorld<State, Action>) {
    world.send { _, draw in .queryChanged(draw.text(upTo: 2)) }
    world.advance(upTo: .seconds(1))
    world.dependencies { values, draw in
      values[LatencyKey.self] = { draw.duration(upTo: .seconds(2)) }
    }
    world.eventually("the result is that of the query") { $0.result == $0.query }
  }
}

/// Forgets a connection that comes after it was given up.
private struct Connection: Reducer {
  struct State: Equatable {
    var isWanted = false
    var open = 0
  }

  enum Action: Sendable { case connect, disconnect, connected }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .connect:
      if state.isWanted { return .none }
      state.isWanted = true
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.connected)
      }
      .cancellable(id: "connect")
    case .disconnect:
      state.isWanted = false
      state.open = 0
      return isFixed ? .cancel(id: "connect") : .none
    case .connected:
      state.open = 1
      return .none
    }
  }

  static func world(_ world: inout SimulatedWorld<State, Action>) {
    world.send { _, _ in .connect }
    world.send { _, _ in .disconnect }
    world.advance(upTo: .milliseconds(1_500))
    world.eventually("what is not wanted is closed") { $0.isWanted || $0.open == 0 }
  }
}

private enum PostKey: DependencyKey {
  static let liveValue: @Sendable () -> Bool = { true }
  static let testValue: @Sendable () -> Bool = { true }
}

/// Tries again although it was cancelled.
private struct Upload: Reducer {
  struct State: Equatable {
    var isCancelled = false
    var attempts = 0
    var attemptsAfterCancel = 0
  }

  enum Action: Sendable { case start, failed, cancel }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock
  @Dependency(PostKey.self) var post

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.isCancelled = false
      return attempt(&state)
    case .failed:
      if state.isCancelled { state.attemptsAfterCancel += 1 }
      return attempt(&state)
    case .cancel:
      state.isCancelled = true
      return .cancel(id: "post")
    }
  }

  private func attempt(_ state: inout State) -> Effect<Action> {
    state.attempts += 1
    let attempt = Effect<Action>.run { send in
      if !post() {
        try await clock.sleep(for: .seconds(1))
        await send(.failed)
      }
    }
    return state.attempts > 1 && !isFixed ? attempt : attempt.cancellable(id: "post")
  }

  static func world(_ world: inout SimulatedWorld<State, Action>) {
    world.send { state, _ in state.attempts == 0 ? .start : nil }
    world.send { _, _ in .cancel }
    world.advance(upTo: .seconds(2))
    world.dependencies { values, draw in
      values[PostKey.self] = { !draw.chance(0.5) }
    }
    world.always("nothing is tried after a cancellation") { $0.attemptsAfterCancel == 0 }
  }
}

/// Saves each edit by itself, so that an older one may be written last.
private struct Document: Reducer {
  struct State: Equatable {
    var text = ""
    var saved = ""
  }

  enum Action: Sendable { case edited(String), saved(String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock
  @Dependency(LatencyKey.self) var latency

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edited(let text):
      state.text = text
      let save = Effect<Action>.run { send in
        try await clock.sleep(for: latency())
        await send(.saved(text))
      }
      return isFixed ? save.debounce(id: "save", for: .milliseconds(500)) : save
    case .saved(let text):
      state.saved = text
      return .none
    }
  }

  static func world(_ world: inout SimulatedWorld<State, Action>) {
    world.send { _, draw in .edited(draw.text(upTo: 3)) }
    world.advance(upTo: .seconds(1))
    world.dependencies { values, draw in
      values[LatencyKey.self] = { draw.chance(0.3) ? .seconds(2) : .milliseconds(1) }
    }
    world.eventually("the last state is saved") { $0.saved == $0.text }
  }
}
