import RatchetTesting

@Suite("A retry policy")
struct RetryPolicyTests {
  @Test("tries as often as it says, without a delay if it says nothing")
  func count() {
    #expect(delays(.never) == [])
    #expect(delays(.times(-1)) == [])
    #expect(delays(.times(3)) == [.zero, .zero, .zero])
  }

  @Test("may double the time, up to a limit")
  func exponential() {
    #expect(
      delays(.times(5, backoff: .exponential(from: .seconds(1), upTo: .seconds(6))))
        == [.seconds(1), .seconds(2), .seconds(4), .seconds(6), .seconds(6)])
    #expect(
      delays(.times(1, backoff: .exponential(from: .seconds(9), upTo: .seconds(6))))
        == [.seconds(6)])
  }

  @Test("with many retries, a long limit or no first delay has a delay for each")
  func extremes() {
    let long = RetryPolicy.times(
      1_000, backoff: .exponential(from: .nanoseconds(1), upTo: .seconds(Int64.max / 4)))
    #expect(long.delay(beforeRetry: 1_000) == .seconds(Int64.max / 4))
    let none = RetryPolicy.times(1_000, backoff: .exponential(from: .zero, upTo: .seconds(1)))
    #expect(none.delay(beforeRetry: 1_000) == .zero)
    #expect(long.delay(beforeRetry: 1_001) == nil)
    #expect(long.delay(beforeRetry: 0) == nil)
  }

  // MARK: - Fixtures

  private func delays(_ policy: RetryPolicy) -> [Duration] {
    (1...6).compactMap { policy.delay(beforeRetry: $0) }
  }
}
