import RatchetReports

extension Exploration.Failure {
  /// Returns the failure with the events to print: those of the failing run, and those of the run
  /// under `inOrder`; if pages are wanted, also writes both to a page.
  ///
  /// Runs the test again, because the events that are printed include how each action changes the
  /// state. Returns the failure unchanged if the test does not fail on the same line again.
  @MainActor func withStory(by body: @MainActor () async throws -> Void) async -> Self {
    let page = FailurePage(at: location)
    let (again, runs) = await Exploration(
      RunChoices(deviations: choices.deviations), recordsChanges: true
    )
    .performed(body, location, page, named: isInOrder ? "fails in order" : "fails")
    guard let failure = again.failure, failure.location == location else { return self }
    var result = self
    result.trace = failure.trace
    var passing: [RecordedRun] = []
    // With several test stores, the events of the two runs may come from different stores.
    if !isInOrder, storeCount <= 1 {
      let (inOrder, runs) = await Exploration(RunChoices(), recordsChanges: true)
        .performed(body, location, page, named: "passes in order")
      if inOrder.failure == nil { (result.passing, passing) = (inOrder.story, runs) }
    }
    if let page { result.pageText = page.write(runs + passing) }
    return result
  }
}

extension Exploration {
  /// Runs the test once; if there is a page, returns the recorded runs of the test stores for it,
  /// each under `name`.
  @MainActor fileprivate func performed(
    _ body: @MainActor () async throws -> Void, _ location: SourceLocation,
    _ page: FailurePage?, named name: String
  ) async -> (Exploration, [RecordedRun]) {
    guard let page else {
      _ = await perform(body, location)
      return (self, [])
    }
    return (self, await page.runs(named: name) { _ = await perform(body, location) })
  }
}
