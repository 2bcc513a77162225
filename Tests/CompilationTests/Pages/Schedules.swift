// flags: -package-name $PACKAGE -module-name App
#sourceLocation(file:"Finder.swift",line:1)
// block: struct Finder
#sourceLocation()

/// Fails, so it runs only where its failure is collected.
@Suite(.disabled("Fails on purpose"))
struct FinderTests {
  // block: @Test @MainActor func newestResultIsShown
}

@Test @MainActor func raceIsFound() async {
  let issues = await IssueCollector.issues { await FinderTests().newestResultIsShown() }
  let printed = [
    // text: The schedule
  ]
  #expect(issues == printed)
}

@Test @MainActor func correctionIsComplete() async {
  let report = await exploreSchedules(.all(deviations: 2)) {
    let store = TestStore(initialState: LatestFinder.State()) {
      LatestFinder()
    }
    store.exhaustivity = .off
    await store.send(.typed("a"))
    await store.send(.typed("ab"))
    await store.finish()
    store.expect(\.shown, "ab")
  }
  #expect(report.isComplete)
}
