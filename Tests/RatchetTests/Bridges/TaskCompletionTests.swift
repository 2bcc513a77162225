import RatchetTesting
import TestSupport

@Suite("A task that calls a completion handler with a result")
struct TaskCompletionTests {
  @Test("calls a main-actor completion on the main actor, from anywhere")
  func mainActor() async throws {
    let result = await withCheckedContinuation { done in
      deliver {
        1
      } to: { result in
        MainActor.assertIsolated()
        done.resume(returning: result)
      }
    }
    #expect(try result.get() == 1)
  }

  @Test("passes on the error of an operation that is cancelled, once")
  func cancel() async {
    let calls = Locked<[Bool]>([])
    let task = deliver {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try Task.checkCancellation()
      return 1
    } to: { result in
      calls.withLock { [isCancelled = result.isCancelled] in $0.append(isCancelled) }
    }
    await task.value
    #expect(calls.withLock { $0 } == [true])
  }

  @Test("has the dependencies that are in force, and so has the completion")
  func dependencies() async {
    let seen: [UInt64] = await withDependencies {
      $0.randomNumberGenerator = .seeded(0)
    } operation: {
      await withCheckedContinuation { done in
        deliver {
          number()
        } to: { result in
          if case .success(let one) = result { done.resume(returning: [one, number()]) }
        }
      }
    }
    #expect(seen == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
  }
}

// MARK: - Fixtures

/// The task that the guide shows: it calls the completion with the result of the operation.
@discardableResult
private func deliver<Value: Sendable>(
  _ operation: @escaping @Sendable () async throws -> Value,
  to completion: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
) -> Task<Void, Never> {
  Task { await completion(Result { try await operation() }) }
}

private func number() -> UInt64 {
  @Dependency(\.randomNumberGenerator) var random
  return random { $0.next() }
}

extension Result {
  fileprivate var isCancelled: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }
}
