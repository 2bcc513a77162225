import RatchetTesting

private struct Service: Sendable {
  struct Request: Sendable {
    func cancel() {}
  }

  func fact(
    _ number: Int, completion: @escaping @Sendable (Result<String, any Error>) -> Void
  ) -> Request {
    completion(.success("\(number) is a number."))
    return Request()
  }
}

private func awaitCompletion(_ service: Service, _ number: Int) async throws -> String {
  let fact = try await withCompletionHandler(of: String.self) { handler in
    let request = service.fact(number) { handler($0) }
    handler.onCancel { request.cancel() }
  }
  return fact
}

private enum FactError: Error {
  case refused
  case interrupted(String)
}

private struct TypedService: Sendable {
  func fact(
    _ number: Int, completion: @escaping @Sendable (Result<String, FactError>) -> Void
  ) -> Service.Request {
    completion(.failure(.refused))
    return Service.Request()
  }
}

private struct TypedClient {
  let service: TypedService

  func fact(_ number: Int) async throws(FactError) -> String {
    try await withCompletionHandler(throwing: FactError.self) { handler in
      let request = service.fact(number) { handler($0) }
      handler.onCancel { request.cancel() }
    } interrupted: { error in
      .interrupted("\(error)")
    }
  }
}

private struct OldInterface {
  let facts: FactClient

  func fact(
    _ number: Int,
    completion: @escaping @MainActor @Sendable (Result<String, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task(operation: { [facts] in try await facts.fetch(number) }, completion: completion)
  }
}

private final class TrackerDelegate: Sendable {
  let receive: @Sendable (Int) -> Void
  init(_ receive: @escaping @Sendable (Int) -> Void) { self.receive = receive }
}

private final class Tracker: Sendable {
  private let current = Locked<TrackerDelegate?>(nil)

  var delegate: TrackerDelegate? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

private func delegates(_ tracker: Tracker) -> CallbackSequence<Int, Never> {
  let locations = CallbackSequence<Int, Never>(bufferingPolicy: .bufferingNewest(1)) { callback in
    let delegate = TrackerDelegate { callback($0) }
    tracker.delegate = delegate
    return {
      tracker.delegate = nil
      withExtendedLifetime(delegate) {}
    }
  }
  return locations
}

/// A publisher as others make them.
private struct Station {
  struct Subscription: Sendable {
    func cancel() {}
  }

  func sink(
    receive: @escaping @Sendable (Double) -> Void, end: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    receive(21.5)
    return Subscription()
  }
}

extension Station: Subscribable {
  func subscribe(
    _ callback: CallbackSequence<Double, any Error>.Callback
  ) -> @Sendable () -> Void {
    let subscription = sink(receive: { callback($0) }, end: { callback.finish(throwing: $0) })
    return { subscription.cancel() }
  }
}

private struct Chat: Reducer {
  struct Socket: Sendable {
    func messages() -> AsyncStream<String> { AsyncStream { $0.finish() } }
    func onMessage(_ receive: @escaping @Sendable (String) -> Void) {}
  }

  enum Action { case opened, received(String) }

  let socket: Socket

  func reduce(into state: inout [String], action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      return .sequence(retry: .times(3), { socket.messages() }, action: Action.received)
    case .received(let message):
      state.append(message)
      return .none
    }
  }
}

@MainActor private func senders(_ store: Store<[String], Chat.Action>, _ socket: Chat.Socket) {
  let sender = store.sender
  socket.onMessage { message in sender.send(.received(message)) }
}

private struct Logger: Sendable {
  func write(_ line: String) {}
}

private func prepare(_ logger: Logger) {
  prepareDependencies {
    $0.log = { message in logger.write(message.description) }
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite(.dependencies { $0.uuid = .incrementing })
struct IdentifierTests {
  @Test(.dependencies { $0.date = .constant(Date(timeIntervalSince1970: 0)) })
  func makesIdentifiers() {
    @Dependency(\.uuid) var uuid
    #expect(uuid() != uuid())
  }
}

private struct Timer: Reducer {
  enum Action: Sendable {
    case start, ticked
    case answered(Result<String, any Error>)
  }

  struct API: Sendable {
    var answer: @Sendable () async throws -> String
  }

  @Dependency(\.continuousClock) var clock
  let api: API

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run(name: "timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
    case .ticked:
      return .run { [api] send in
        await send(.answered(Result { try await api.answer() }))
      }
    case .answered: return .none
    }
  }
}

private struct Facts: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

private struct FactsValues {
  var facts: Facts
}

private func neverAnswers(_ values: inout FactsValues) {
  let change: (inout FactsValues) -> Void = {
    $0.facts.fetch = { _ in try await Task.never() }
  }
  change(&values)
}
