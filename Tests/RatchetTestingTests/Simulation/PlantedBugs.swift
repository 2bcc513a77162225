import RatchetTesting

// Features with a bug each, and their corrections.

enum IsFixedKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

/// Adds one to what it knew before it waited.
struct Counts: Reducer {
  struct State: Equatable {
    var count = 0
    var taps = 0
    var waiting = 0
  }

  enum Action: Sendable { case tapped, answered(Int) }

  @Dependency(IsFixedKey.self) var isFixed
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
}

/// Takes the number of rows for the next id.
struct NumbersRows: Reducer {
  struct State: Equatable {
    var ids: [Int] = []
    var last = 0
  }

  enum Action: Sendable { case added, removed(Int) }

  @Dependency(IsFixedKey.self) var isFixed

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added:
      state.last += 1
      state.ids.append(isFixed ? state.last : state.ids.count + 1)
    case .removed(let id): state.ids.removeAll { $0 == id }
    }
    return .none
  }
}

enum LatencyKey: DependencyKey {
  static let liveValue: @Sendable () -> Duration = { .zero }
  static let testValue: @Sendable () -> Duration = { .zero }
}

/// Shows what came last.
struct ShowsLatest: Reducer {
  struct State: Equatable {
    var query = ""
    var result = ""
  }

  enum Action: Sendable { case queryChanged(String), found(String) }

  @Dependency(IsFixedKey.self) var isFixed
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
}

/// Forgets a connection that comes after it was given up.
struct Connects: Reducer {
  struct State: Equatable {
    var isWanted = false
    var open = 0
  }

  enum Action: Sendable { case connect, disconnect, connected }

  @Dependency(IsFixedKey.self) var isFixed
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
}

enum PostKey: DependencyKey {
  static let liveValue: @Sendable () -> Bool = { true }
  static let testValue: @Sendable () -> Bool = { true }
}

/// Tries again although it was cancelled.
struct Uploads: Reducer {
  struct State: Equatable {
    var isCancelled = false
    var attempts = 0
    var attemptsAfterCancel = 0
  }

  enum Action: Sendable { case start, failed, cancel }

  @Dependency(IsFixedKey.self) var isFixed
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
}

/// Writes each edit by itself, so that an older one may be written last.
struct SavesEdits: Reducer {
  struct State: Equatable { var text = "" }

  enum Action: Sendable { case edited(String) }

  @Dependency(IsFixedKey.self) var isFixed
  /// What was written last.
  static let file = Locked("")
  @Dependency(\.continuousClock) var clock
  @Dependency(LatencyKey.self) var latency

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .edited(let text) = action else { return .none }
    state.text = text
    return .run { _ in
      if isFixed { try await clock.sleep(for: .milliseconds(500)) }
      let isSlow = latency() > .zero
      if isSlow, !isFixed { try await clock.sleep(for: .seconds(2)) }
      Self.file.withLock { $0 = text }
    }
    .cancellable(id: "write", cancelInFlight: isFixed)
  }
}
