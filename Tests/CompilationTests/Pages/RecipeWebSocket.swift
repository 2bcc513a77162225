// with: Recipes

@Test func delayIsHalfAMinuteAtMost() {
  let delays = (1...7).map { Messages.retries.delay(beforeRetry: $0) }
  #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
}
