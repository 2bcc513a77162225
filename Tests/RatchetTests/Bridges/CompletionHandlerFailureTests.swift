import RatchetTesting

@Suite("An interface whose completion handler has a typed error, awaited,")
struct CompletionHandlerFailureTests {
  @Test("throws the error of the result as its own type, and returns the value")
  func results() async throws(Failure) {
    let service = Service()
    let value = try await service.answer(.success(1))
    #expect(value == 1)
    do throws(Failure) {
      _ = try await service.answer(.failure(.refused))
      Issue.record("Nothing was thrown.")
    } catch {
      #expect(error == .refused)
    }
  }

  @Test("throws what stands for a handler that was released without a call")
  func released() async {
    let error = await #expect(throws: Failure.self) {
      try await withCompletionHandler(of: Int.self, throwing: Failure.self) { _ in
      } interrupted: { error in
        .interrupted("\(error)")
      }
    }
    #expect(error.map { "\($0)" }?.contains("was released without being called") == true)
  }

  @Test("throws what stands for a cancellation, and calls the canceller")
  func cancel() async {
    let cancellations = Locked(0)
    let task = Task {
      try await withCompletionHandler(of: Int.self, throwing: Failure.self) { handler in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        handler.onCancel { cancellations.withLock { $0 += 1 } }
        handler(.failure(.refused))
      } interrupted: { error in
        .interrupted("\(type(of: error))")
      }
    }
    await #expect(throws: Failure.interrupted("CancellationError")) { try await task.value }
    #expect(cancellations.withLock { $0 } == 1)
  }

  // MARK: - Fixtures

  enum Failure: Error, Equatable {
    case refused
    case interrupted(String)
  }

  private struct Service {
    func start(
      _ result: Result<Int, Failure>, completion: @Sendable (Result<Int, Failure>) -> Void
    ) {
      completion(result)
    }

    func answer(_ result: Result<Int, Failure>) async throws(Failure) -> Int {
      try await withCompletionHandler { handler in
        start(result) { handler($0) }
      } interrupted: { error in
        .interrupted("\(error)")
      }
    }
  }
}
