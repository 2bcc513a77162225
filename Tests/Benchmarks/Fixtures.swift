import Ratchet
import Synchronization

/// The feature of PEERS' rows a to f.
struct Counter: Reducer {
  struct State: Equatable { var count = 0 }

  enum Action {
    case increment
    case tick
    case sendOnce
    case sendEffect
    case sendTen
    case sendMany(Int)
    case hold(id: Int)
    case holdMany(Int)
    case sendThenHold(id: Int)
    case reachedHold(id: Int)
    case startConcurrently(Int)
    case cancel(id: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment, .tick:
      state.count += 1
      return .none
    case .sendOnce:
      return .run { send in await send(.tick) }
    case .sendEffect:
      return .send(.tick)
    case .sendTen:
      return .merge((0..<10).map { _ in .run { send in await send(.tick) } })
    case .sendMany(let count):
      return .run { send in for _ in 0..<count { await send(.tick) } }
    case .hold(let id):
      return .run { _ in await forever() }.cancellable(id: id)
    case .sendThenHold(let id):
      return .run { send in
        await send(.reachedHold(id: id))
        await forever()
      }.cancellable(id: id)
    case .reachedHold(let id):
      return .cancel(id: id)
    case .startConcurrently(let count):
      return .merge(
        (0..<count).map { _ in
          .run { send in
            await suspendOnce()
            await send(.tick)
          }
        })
    case .holdMany(let count):
      return .merge((0..<count).map { _ in .run { _ in await forever() } }).cancellable(id: 0)
    case .cancel(let id):
      return .cancel(id: id)
    }
  }
}

/// Returns when the task is cancelled.
@MainActor func forever() async {
  let waiter = Waiter()
  await withTaskCancellationHandler {
    await withCheckedContinuation { waiter.wait($0) }
  } onCancel: {
    waiter.resume()
  }
}

/// A continuation that is resumed when its task is cancelled, at once if it is already.
private final class Waiter: Sendable {
  private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isCancelled = waiting.withLock { waiting in
      if !Task.isCancelled { waiting = continuation }
      return Task.isCancelled
    }
    if isCancelled { continuation.resume() }
  }

  func resume() {
    waiting.withLock { $0.take() }?.resume()
  }
}

/// Where a task says that it is about to return.
@MainActor final class End: Sendable {
  private var hasArrived = false
  private var waiting: CheckedContinuation<Void, Never>?

  func arrive() {
    hasArrived = true
    waiting.take()?.resume()
  }

  func wait() async {
    if !hasArrived { await withCheckedContinuation { waiting = $0 } }
  }
}

/// Lets everything else on the main actor run once.
@MainActor func suspendOnce() async {
  await Task.yield()
}
