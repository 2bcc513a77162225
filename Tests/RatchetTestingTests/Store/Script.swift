import RatchetTesting

/// A feature whose effects do what a test writes down.
struct Script: Reducer {
  struct State: Equatable { var log: [String] = [] }

  enum Step: Equatable {
    case send(String)
    case note(String)
    case sleep(Int)
    case fail
    case outside
    case spin
    case leaveSleeper(Int)
  }

  enum Action: Equatable {
    case run([Step])
    case merge([Step], [Step])
    case mergeWithoutID([Step], [Step])
    case chain([String])
    case got(String)
    case cancel
  }

  struct Failure: Error {}

  /// What effects have noted.
  var notes = Locked<[String]>([])

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .run(let steps):
      return effect(steps, name: "run").cancellable(id: "script")
    case .merge(let first, let second):
      return .merge(effect(first, name: "first"), effect(second, name: "second"))
        .cancellable(id: "script")
    case .mergeWithoutID(let first, let second):
      return .merge(effect(first, name: "first"), effect(second, name: "second"))
    case .chain(let texts):
      guard let first = texts.first else { return .none }
      state.log.append(first)
      return .send(.chain(Array(texts.dropFirst())))
    case .got(let text):
      state.log.append(text)
      return .none
    case .cancel:
      return .cancel(id: "script")
    }
  }

  private func effect(_ steps: [Step], name: String) -> Effect<Action> {
    .run(
      name: name,
      operation: { send in for step in steps { try await perform(step, send) } },
      fileID: "Script.swift",
      line: 1
    )
  }

  @MainActor private func perform(_ step: Step, _ send: Send<Action>) async throws {
    switch step {
    case .send(let text): await send(.got(text))
    case .note(let text): notes.withLock { $0.append(text) }
    case .sleep(let seconds): try await clock.sleep(for: .seconds(seconds))
    case .fail: throw Failure()
    case .outside: for await _ in AsyncStream<Never>.makeStream().stream {}
    case .leaveSleeper(let seconds):
      _ = Task(executorPreference: OnTheSpot.executor) { @concurrent [clock] in
        try await clock.sleep(for: .seconds(seconds))
      }
    case .spin: while !Task.isCancelled { await suspend() }
    }
  }

  @concurrent private func suspend() async {
    await Task.yield()
  }
}

/// Runs a task where it is made, up to its first suspension, though nobody awaits it.
final class OnTheSpot: TaskExecutor {
  static let executor = OnTheSpot()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
