// flags: -package-name $PACKAGE
@Test @MainActor func raceIsFound() async {
  let issues = await IssueCollector.issues { _ = await lastQueryIsShown(false) }
  let schedule = ##"the test before "search" #1"##
  #expect(issues.count == 1)
  #expect(
    issues.first?.hasPrefix(##"The schedule .deviating(#"\##(schedule)"#) fails: "##) == true)
}

@Test @MainActor func correctionIsComplete() async {
  #expect(await lastQueryIsShown(true).isComplete)
}
