import RatchetTesting

@Suite("What the guide says is checked when the program runs")
struct RunTimeCheckTests {
  @Test("A call of a '@preconcurrency' conformance off the main actor stops the program")
  func preconcurrency() async {
    await #expect(processExitsWith: .failure) { await tellElsewhere(MapScreen()) }
  }

  @Test("The same call on the main actor goes through")
  @MainActor func preconcurrencyOnMain() {
    let screen = MapScreen()
    (screen as any MapDelegate).mapDidMove(to: "here")
    #expect(screen.title == "here")
  }

  @Test("'MainActor.assumeIsolated' off the main actor stops the program")
  func assumeIsolated() async {
    await #expect(processExitsWith: .failure) { await assumeElsewhere() }
  }
}

// MARK: - Fixtures

private protocol MapDelegate {
  func mapDidMove(to place: String)
}

@MainActor private final class MapScreen: @preconcurrency MapDelegate {
  var title = ""

  nonisolated init() {}

  func mapDidMove(to place: String) { title = place }
}

@concurrent private func tellElsewhere(_ screen: MapScreen) async {
  (screen as any MapDelegate).mapDidMove(to: "elsewhere")
}

@concurrent private func assumeElsewhere() async {
  assume()
}

private nonisolated func assume() {
  MainActor.assumeIsolated {}
}
