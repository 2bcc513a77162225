import RatchetTesting

@Suite("The page of the cheat sheet")
struct CheatSheetPageTests {
  @Test("has lines of code that are legible on a phone")
  func widths() throws {
    let page = try #require(try Catalog.pages().first { $0.name == "CheatSheet" })
    let lines = page.blocks.flatMap { $0.split(separator: "\n") }
    #expect(lines.count > 150)
    #expect(lines.filter { $0.count > 66 } == [])
  }

  @Test(
    "has what a user types in a week",
    arguments: [
      "Reducer", "Reduce", "Scope", "Fields", "FieldChange", "PresentationAction", "ifLet",
      "forEach", "IdentifiedArrayOf", "Stack", "StackAction", "onChange", "kept", "dependency",
      "aroundEffect", "subscription", "subscriptions", "run", "send", "merge", "concatenate",
      "sequence", "change", "cancel", "cancellable", "debounce", "throttle", "withRetries",
      "withCompletionHandler", "firstValue", "timer", "dismiss", "SharedKey", "SharedValue",
      "shared", "DependencyKey", "Dependency", "unimplemented", "withDependencies", "Store",
      "finish", "finishOrCancel", "drain", "scope", "sender", "inFlight", "statistics",
      "TestStore", "receive", "advance", "settle", "expect", "exhaustivity", "exploreSchedules",
      "simulate", "ActionRecorder", "Recording", "replay", "testSource", "StoreHistory",
      "StoreMetrics", "explain", "printChanges", "ifCaseLet", "CasePath", "presented",
      "skipReceivedActions", "skipInFlightEffects", "withExhaustivity", "waiting",
    ])
  func names(_ name: String) throws {
    let page = try #require(try Catalog.pages().first { $0.name == "CheatSheet" })
    let pattern = try Regex("\\b\(name)\\b").wordBoundaryKind(.simple)
    #expect(page.blocks.contains { $0.contains(pattern) })
  }
}
