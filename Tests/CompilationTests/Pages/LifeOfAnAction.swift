@Test @MainActor func orderHolds() {
  #expect(order() == ["tapped", "echoed", "echoed"])
}
