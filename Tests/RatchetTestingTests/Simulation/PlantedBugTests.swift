import RatchetTesting

@MainActor
@Suite("A simulation finds")
struct PlantedBugTests {
  @Test("an update that is lost, with two taps")
  func lostUpdate() async {
    let story = await story(of: Counts(isFixed: false), .init(), Counts.world)
    #expect(story.filter { $0.contains(". send ") } == ["1. send tapped", "2. send tapped"])
    #expect(await issues(of: Counts(isFixed: true), .init(), Counts.world) == [])
  }

  @Test("an id that is given twice, with four steps")
  func duplicateID() async {
    let story = await story(of: NumbersRows(isFixed: false), .init(), NumbersRows.world)
    #expect(
      story == ["1. send added", "2. send added", "3. send removed(1)", "4. send added"])
    #expect(await issues(of: NumbersRows(isFixed: true), .init(), NumbersRows.world) == [])
  }

  @Test("a response that is stale, with two queries")
  func staleResponse() async {
    let story = await story(of: ShowsLatest(isFixed: false), .init(), ShowsLatest.world)
    #expect(story.count <= 5)
    #expect(story.count { $0.contains(". send ") } == 2)
    #expect(await issues(of: ShowsLatest(isFixed: true), .init(), ShowsLatest.world) == [])
  }

  @Test("a resource that is not released, with two steps")
  func resource() async {
    let story = await story(of: Connects(isFixed: false), .init(), Connects.world)
    #expect(
      story == ["1. send connect", "2. send disconnect", "3. an effect sends connected"])
    #expect(await issues(of: Connects(isFixed: true), .init(), Connects.world) == [])
  }

  @Test("a retry after a cancellation, with a fault")
  func retryAfterCancel() async {
    let story = await story(of: Uploads(isFixed: false), .init(), Uploads.world)
    #expect(story.count <= 6)
    #expect(story.count { $0.contains(". send ") } == 2)
    #expect(await issues(of: Uploads(isFixed: true), .init(), Uploads.world) == [])
  }

  @Test("a save that is not of the last state, with two edits")
  func lastSave() async {
    let file = Locked("")
    let broken = SavesEdits(isFixed: false, file: file)
    let story = await story(of: broken, .init(), broken.world)
    #expect(story == ["1. send edited(\"\")", "2. send edited(\"a\")"])
    let fixed = SavesEdits(isFixed: true, file: file)
    #expect(await issues(of: fixed, .init(), fixed.world) == [])
  }

  private func issues<Feature: Reducer>(
    of feature: Feature, _ state: Feature.State,
    _ world: (inout SimulatedWorld<Feature.State, Feature.Action>) -> Void, runs: Int = 100
  ) async -> [String] where Feature.State: Equatable {
    await IssueCollector.issues {
      await simulate(feature, from: state, runs: runs, length: 20, world)
    }
  }

  /// The numbered lines of the story that was found.
  private func story<Feature: Reducer>(
    of feature: Feature, _ state: Feature.State,
    _ world: (inout SimulatedWorld<Feature.State, Feature.Action>) -> Void
  ) async -> [String] where Feature.State: Equatable {
    let issues = await issues(of: feature, state, world, runs: 500)
    #expect(issues.count == 1)
    return (issues.first ?? "").split(separator: "\n").map(String.init)
      .filter { $0.first?.isNumber == true }
  }
}
