import RatchetTesting

// The examples of the clocks for tests; see `DocumentationTests`.

private func drained() async throws {
  let clock = TestClock()
  let task = Task { try await fetchThreeTimes(pausingOn: clock) }
  await clock.run()
  try await task.value
  try await clock.checkSuspension()
}

private func fetchThreeTimes(pausingOn clock: TestClock) async throws {
  for _ in 1...3 { try await clock.sleep(for: .seconds(1)) }
}

@MainActor private func unimplemented() -> TestStoreOf<Counter> {
  TestStore(initialState: Counter.State()) {
    Counter()
  } withDependencies: {
    $0.continuousClock = UnimplementedClock()
  }
}
