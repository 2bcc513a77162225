@Test @MainActor func orders() {
  #expect(sendDoesNotSuspend() == ["tapped", "1", "2", "3", "after"])
  #expect(effectBeginsAtOnce() == ["tapped", "effect", "after"])
}
