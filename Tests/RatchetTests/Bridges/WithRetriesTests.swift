import RatchetTesting

@MainActor @Suite("A request with retries")
struct WithRetriesTests {
  @Test("returns the value of the first attempt that succeeds")
  func success() async throws {
    var attempts = 0
    let value = try await withRetries(.times(3)) {
      attempts += 1
      if attempts < 3 { throw Failure(number: attempts) }
      return "done"
    }
    #expect(value == "done")
    #expect(attempts == 3)
  }

  @Test("is not repeated after an error that its condition excludes")
  func condition() async {
    var attempts = 0
    var asked: [Int] = []
    await #expect(throws: Failure(number: 2)) {
      try await withRetries(
        .times(5),
        if: { error in
          guard let failure = error as? Failure else { return true }
          asked.append(failure.number)
          return failure.number < 2
        }
      ) {
        attempts += 1
        throw Failure(number: attempts)
      }
    }
    #expect(attempts == 2)
    #expect(asked == [1, 2])
  }

  @Test("asks its condition neither when no retry is left nor about a CancellationError")
  func unasked() async {
    await #expect(throws: Failure.self) {
      try await withRetries(.never, if: { _ in fail() }) { throw Failure(number: 1) }
    }
    await #expect(throws: CancellationError.self) {
      try await withRetries(.times(5), if: { _ in fail() }) { throw CancellationError() }
    }
    func fail() -> Bool {
      Issue.record("The condition was asked.")
      return true
    }
  }

  @Test("is not repeated when the task is cancelled, during an attempt or a delay")
  func cancel() async {
    for delay in [Duration.zero, .seconds(60)] {
      let attempts = Box(0)
      let task = Task.immediate { @MainActor in
        try await withDependencies {
          $0.continuousClock = TestClock()
        } operation: {
          try await withRetries(.times(5, backoff: .constant(delay))) {
            attempts.value += 1
            if delay == .zero { await untilCancelled() }
            throw Failure(number: attempts.value)
          }
        }
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(attempts.value == 1)
    }
  }

  @Test("is not repeated when the task is cancelled between two attempts without a delay")
  func cancelBetween() async {
    let attempts = Box(0)
    let slot = Slot<Task<Void, any Error>>()
    slot.value = Task { @MainActor in
      try await withRetries(.times(5)) {
        attempts.value += 1
        // Runs when the task lets others run.
        Task { @MainActor in slot.value?.cancel() }
        throw Failure(number: 1)
      }
    }
    await #expect(throws: CancellationError.self) { try await slot.value?.value }
    #expect(attempts.value == 1)
  }

  @Test("reports a missing clock at the line that asks for the retries")
  func missingClock() async throws {
    let messages = Messages()
    let line = UInt(#line + 5)
    try await withDependencies {
      $0.log = messages.sink
    } operation: {
      var attempts = 0
      try await withRetries(.times(1, backoff: .constant(.nanoseconds(1)))) {
        attempts += 1
        if attempts == 1 { throw Failure(number: 1) }
      }
    }
    #expect(messages.all.map(\.line) == [line])
    #expect(messages.all.map(\.fileID) == [#fileID])
  }

  @Test("runs where its caller runs, and may return what is not Sendable")
  func isolation() async throws {
    final class Local { var count = 0 }
    let local = try await withRetries(.never) {
      MainActor.assertIsolated()
      return Local()
    }
    local.count += 1
    #expect(local.count == 1)
    #expect(try await Counter().countUp() == 2)
  }

  // MARK: - Fixtures

  private struct Failure: Error, Equatable { let number: Int }

  private actor Counter {
    var count = 0

    func countUp() async throws -> Int {
      try await withRetries(.times(1)) {
        assertIsolated()
        count += 1
        if count == 1 { throw Failure(number: 1) }
        return count
      }
    }
  }
}
