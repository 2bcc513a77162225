import RatchetReports

extension Exploration.Failure {
  /// Tells how the failure came about, in its text and, if pages are wanted, as a page.
  ///
  /// Runs the test again and records how each action changes the state, and runs it in order, where
  /// it passes.
  @MainActor func told(by body: @MainActor () async throws -> Void) async -> Self {
    let page = FailurePage(at: location)
    let (again, runs) = await Exploration(
      RunChoices(deviations: choices.deviations), recordsChanges: true
    )
    .performed(body, location, page, named: isInOrder ? "fails in order" : "fails")
    guard let failure = again.failure, failure.location == location else { return self }
    var told = self
    told.trace = failure.trace
    var passing: [RecordedRun] = []
    if !isInOrder, storeCount <= 1 {
      let (inOrder, runs) = await Exploration(RunChoices(), recordsChanges: true)
        .performed(body, location, page, named: "passes in order")
      if inOrder.failure == nil { (told.passing, passing) = (inOrder.story, runs) }
    }
    if let page { told.pageText = page.write(runs + passing) }
    return told
  }
}

extension Exploration {
  /// Runs the test once, and collects the runs of its test stores if there is a page.
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
