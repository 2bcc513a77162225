import Foundation
import RatchetTesting

@Suite("An interface with a completion handler, awaited,")
struct CompletionHandlerTests {
  @Test("returns the value, or throws the error, of a result")
  func results() async throws {
    #expect(try await withCompletionHandler { $0(Result<Int, Failure>.success(1)) } == 1)
    await #expect(throws: Failure.refused) {
      try await withCompletionHandler(of: Int.self) { $0(Result<Int, Failure>.failure(.refused)) }
    }
  }

  @Test("throws the error if there is one, and else returns the value")
  func valueOrError() async throws {
    #expect(try await withCompletionHandler { $0(1, nil) } == 1)
    await #expect(throws: Failure.refused) {
      try await withCompletionHandler(of: Int.self) { $0(1, Failure.refused) }
    }
    try await withCompletionHandler { $0((), nil) }
    await #expect(throws: Failure.refused) {
      try await withCompletionHandler { $0((), Failure.refused) }
    }
  }

  @Test("throws an error that says so when there is neither a value nor an error")
  func neither() async {
    let line = UInt(#line + 1)
    let error = await #expect(throws: (any Error).self) {
      try await withCompletionHandler(of: Int.self) { $0(nil, nil) }
    }
    #expect(
      error.map { "\($0)" } == """
        The completion handler awaited at RatchetTests/CompletionHandlerTests.swift:\(line) was \
        called with neither a value nor an error. To fix this, pass one of them. If there is no \
        value to return, await 'Void' and pass '()'.
        """)
  }

  @Test("reports a second call, and ignores it")
  func secondCall() async throws {
    let messages = Messages()
    let line = UInt(#line + 4)
    try await withDependencies {
      $0.log = messages.sink
    } operation: {
      let value = try await withCompletionHandler(of: Int.self) { handler in
        handler(1)
        handler(Result<Int, Failure>.failure(.refused))
      }
      #expect(value == 1)
    }
    #expect(messages.texts == [repeatedText("the error refused")])
    #expect(messages.all.map(\.line) == [line])
    #expect(messages.all.map(\.fileID) == [#fileID])
  }

  @Test("reports a second call on another thread to the log of the task that awaited")
  func secondCallElsewhere() async throws {
    let messages = Messages()
    try await withDependencies {
      $0.log = messages.sink
    } operation: {
      let kept = Locked<CompletionHandler<Int>?>(nil)
      _ = try await withCompletionHandler(of: Int.self) { handler in
        kept.withLock { $0 = handler }
        handler(1)
      }
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          kept.withLock { $0 }?(2)
          done.resume()
        }
      }
    }
    #expect(messages.texts == [repeatedText("the value 2")])
  }

  @Test("reports a second call after the start threw, which ended the wait")
  func secondCallAfterTheStartThrew() async {
    let messages = Messages()
    await withDependencies {
      $0.log = messages.sink
    } operation: {
      let kept = Locked<CompletionHandler<Int>?>(nil)
      await #expect(throws: Failure.refused) {
        try await withCompletionHandler(of: Int.self) { handler in
          kept.withLock { $0 = handler }
          throw Failure.refused
        }
      }
      let handler = kept.withLock { $0 }
      handler?(1)
      handler?(2)
    }
    #expect(
      messages.texts == [
        """
        A completion handler was called again, with the value 2.

        Both results were ignored: starting the work threw an error. To fix this, call the handler \
        exactly once. For repeated values, use 'CallbackSequence'.
        """
      ])
  }

  @Test("throws an error that says so when the handler is released without a call")
  func released() async {
    let line = UInt(#line + 1)
    let error = await #expect(throws: (any Error).self) {
      try await withCompletionHandler(of: Int.self) { _ in }
    }
    #expect(
      error.map { "\($0)" } == """
        The completion handler awaited at RatchetTests/CompletionHandlerTests.swift:\(line) was \
        released without being called. To fix this, call it on every path, including failure and \
        cancellation.
        """)
  }

  @Test("starts where the caller runs")
  @MainActor func isolation() async throws {
    var count = 0
    try await withCompletionHandler { handler in
      MainActor.assertIsolated()
      count += 1
      handler(())
    }
    #expect(count == 1)
  }

  // MARK: - Fixtures

  private enum Failure: Error { case refused }

  private func repeatedText(_ result: String) -> String {
    """
    A completion handler was called again, with \(result).

    Ignored: the first result was already delivered. To fix this, call the handler exactly once. \
    For repeated values, use 'CallbackSequence'.
    """
  }
}
