import Foundation
import RatchetTesting
import TestSupport

@Suite("An asynchronous operation with a completion handler")
struct TaskCompletionTests {
  @Test("calls a main-actor completion once, on the main actor")
  @MainActor func mainActor() async {
    var results: [Int] = []
    await withCheckedContinuation { done in
      Task {
        await elsewhere()
        return 1
      } completion: { @MainActor result in
        MainActor.assertIsolated()
        if case .success(let value) = result { results.append(value) }
        done.resume()
      }
    }
    #expect(results == [1])
  }

  @Test("calls a completion that is not isolated on the executor that is stated")
  func executor() async {
    let executor = QueueExecutor()
    await withCheckedContinuation { done in
      Task(completionOn: executor) {
        #expect(!executor.isCurrent)
        return 1
      } completion: { _ in
        #expect(executor.isCurrent)
        done.resume()
      }
    }
  }

  @Test("that is cancelled still calls the completion, once")
  func cancel() async {
    let calls = Locked<[Bool]>([])
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try Task.checkCancellation()
      return 1
    } completion: { result in
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
        Task {
          number()
        } completion: { result in
          if case .success(let one) = result { done.resume(returning: [one, number()]) }
        }
      }
    }
    #expect(seen == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
  }
}

// MARK: - Fixtures

@concurrent private func elsewhere() async {}

private func number() -> UInt64 {
  @Dependency(\.randomNumberGenerator) var random
  return random { $0.next() }
}

extension Result {
  fileprivate var isCancelled: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }
}
