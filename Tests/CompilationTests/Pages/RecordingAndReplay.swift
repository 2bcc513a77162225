@Test(.dependencies { $0.randomNumberGenerator = .seeded(1) })
@MainActor func recordingIsReplayedAndResumed() async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: file) }
  try await record(to: file)
  #expect(try replay(file) == "3 steps, as recorded")
  let store = try resume(file)
  #expect(store.points == 2 * store.rolls.reduce(0, +))
  #expect(try page(of: file).contains("<title>score 1.0</title>"))
  #expect(try test(of: file).contains(".doubled"))
  #expect(try goOn(file).rolls == store.rolls)
}

@Test @MainActor func earlierStateIsShown() {
  #expect(history() == [2, 4])
}
