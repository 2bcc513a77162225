// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
public import RatchetTesting

// Example: DependencyKey.swift 1
// Example: DependencyValues.swift 1
// Example: Dependency.swift 1
enum Unimplemented {
  // Example: Unimplemented.swift 1
}
// Example: TestDependencyKey.swift 1
// Example: TestDependencyKey.swift 2
func download(_ city: String) async throws -> String { city }
// Example: RecordableSource.swift 1
// Example: DependenciesTrait.swift 1

struct FactModel {
  func load(_ number: Int) async {}
}

struct DetailModel {
  init(_ number: Int) {}
}
// Example: WithDependencies+Model.swift 1

struct Socket: Sendable {
  func onMessage(_ receive: @escaping @Sendable (String) -> Void) {}
  func messages() -> AsyncStream<String> { AsyncStream { nil } }
}

struct Logger: Sendable {
  func write(_ line: String) {}
}

func read(_ makeID: () -> Int) {
  // Example: WithDependencies.swift 1
  // Example: RandomNumberSource.swift 1
  _ = (id, die)
  withDependencies {
    // Example: TimeAndRegion.swift 1
  } operation: {
  }
}

func changed(
  _ socket: Socket, _ logger: Logger, _ handle: @escaping @Sendable (String) -> Void
) async {
  // Example: Dependency.swift 2
  // Example: WithDependencies.swift 2
  // Example: LogSink.swift 1
  withDependencies {
    // Example: Task+Never.swift 1
  } operation: {
  }
}

func fetchThreeTimes(pausingOn clock: TestClock) async throws {}

func clocks() async throws {
  // Example: TestClock+Run.swift 1
  // Example: TestClock+Run.swift 2
  do {
    // Example: TestClock.swift 1
    try await task.value
  }
}

enum FactError: Error { case interrupted(String) }

struct Request: Sendable {
  func cancel() {}
}

struct Service: Sendable {
  func fact(
    _ number: Int, completion: @escaping @Sendable (Result<String, FactError>) -> Void
  ) -> Request {
    Request()
  }
}

func awaited(_ service: Service, _ number: Int) async throws {
  // Example: CompletionHandler.swift 1
  print(fact)
}

struct Interface {
  let service: Service
  // Example: CompletionHandler.swift 2
}

final class TrackerDelegate: Sendable {
  init(_ receive: @escaping @Sendable (Int) -> Void) {}
}

final class Tracker: Sendable {
  var delegate: TrackerDelegate? {
    get { nil }
    set {}
  }
}

func delegates(_ tracker: Tracker) {
  // Example: CallbackSequence.swift 1
  _ = locations
}

struct Station {
  func sink(
    receive: @escaping @Sendable (Double) -> Void, end: @escaping @Sendable (any Error) -> Void
  ) -> Request {
    Request()
  }
}
// Example: CallbackPublisher.swift 1

struct Chat: Reducer {
  enum Action { case opened, received(String) }

  let socket: Socket

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    if case .received = action { return .none }
    // Example: Effect+Sequence.swift 1
  }

  @MainActor static func send(to store: Store<[String], Action>, from socket: Socket) {
    // Example: Sender.swift 1
  }
}
