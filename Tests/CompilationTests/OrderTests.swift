import RatchetTesting

@Suite("The order of what is started on the main actor") @MainActor
struct OrderTests {
  @Test("A task begins after the code that starts it") func task() async {
    #expect(await taskBeginsLater() == ["before", "after", "task"])
  }

  @Test("MainActor.run comes before the code after it, but lets waiting tasks go first")
  func run() async {
    #expect(await runGivesWay() == ["before", "task", "run", "after"])
  }

  @Test("MainActor.assumeIsolated does not change the order") func assumeIsolated() {
    #expect(assumeIsolatedKeepsOrder() == ["before", "note", "after"])
  }

  @Test("A loop that only sends never suspends") func sends() {
    #expect(sendDoesNotSuspend() == ["tapped", "1", "2", "3", "after"])
  }

  @Test("An effect begins before send returns") func effect() {
    #expect(effectBeginsAtOnce() == ["tapped", "effect", "after"])
  }
}

// MARK: - Fixtures

@MainActor func taskBeginsLater() async -> [String] {
  var log = ["before"]
  let task = Task { @MainActor in log.append("task") }
  log.append("after")
  await task.value
  return log  // before, after, task
}

@MainActor func runGivesWay() async -> [String] {
  var log = ["before"]
  let task = Task { @MainActor in log.append("task") }
  await MainActor.run { log.append("run") }
  log.append("after")
  await task.value
  return log  // before, task, run, after
}

@MainActor func effectBeginsAtOnce() -> [String] {
  let store = Store(initialState: [String]()) {
    Reduce<[String], String> { log, action in
      log.append(action)
      return action == "tapped" ? .run { send in await send("effect") } : .none
    }
  }
  store.send("tapped")
  return store.state + ["after"]  // tapped, effect, after
}

@MainActor func sendDoesNotSuspend() -> [String] {
  let store = Store(initialState: [String]()) {
    Reduce<[String], String> { log, action in
      log.append(action)
      guard action == "tapped" else { return .none }
      return .run { send in
        for number in 1...3 { await send("\(number)") }
      }
    }
  }
  store.send("tapped")
  return store.state + ["after"]  // tapped, 1, 2, 3, after
}

@MainActor final class History {
  var lines = ["before"]
}

func note(_ line: String, in history: History) {
  MainActor.assumeIsolated { history.lines.append(line) }
}

@MainActor func assumeIsolatedKeepsOrder() -> [String] {
  let history = History()
  note("note", in: history)
  history.lines.append("after")
  return history.lines  // before, note, after
}
