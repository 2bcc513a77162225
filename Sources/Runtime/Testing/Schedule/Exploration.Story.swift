extension Exploration.Failure {
  /// Tells how the failure came about: runs the test again and records how each action changes the
  /// state, and runs it in order, where it passes.
  @MainActor func told(by body: @MainActor (Schedule) async throws -> Void) async -> Self {
    let again = Exploration(deviations, tellsChanges: true)
    _ = await again.perform(body, location)
    guard let failure = again.failure, failure.location == location else { return self }
    var told = self
    told.trace = failure.trace
    if isInOrder || deviations.stores.count > 1 { return told }
    let inOrder = Exploration(RunDeviations(stores: []), tellsChanges: true)
    _ = await inOrder.perform(body, location)
    if inOrder.failure == nil { told.passing = inOrder.story }
    return told
  }
}
