import Ratchet
import RatchetDependencies

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
    case sendThenHold(id: Int)
    case reachedHold(id: Int)
    case startConcurrently(Int)
    case start, cancel
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
    case .start:
      return .run { _ in await forever() }.cancellable(id: 0)
    case .cancel:
      return .cancel(id: 0)
    }
  }
}

/// Returns when the task is cancelled.
@MainActor func forever() async {
  let waiting = Locked<CheckedContinuation<Void, Never>?>(nil)
  await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let isCancelled = waiting.withLock { waiting in
        if !Task.isCancelled { waiting = continuation }
        return Task.isCancelled
      }
      if isCancelled { continuation.resume() }
    }
  } onCancel: {
    waiting.withLock { $0.take() }?.resume()
  }
}

/// Lets everything else on the main actor run once.
@MainActor func suspendOnce() async {
  await Task.yield()
}
