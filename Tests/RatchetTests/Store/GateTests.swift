import RatchetTesting

@MainActor @Suite("A gate")
struct GateTests {
  @Test("lets through at once when it is open")
  func open() async {
    let gate = Gate()
    gate.open()
    #expect(passesAtOnce(gate))
  }

  @Test("holds callers until it is opened")
  func holds() async {
    let gate = Gate()
    var passed: [Int] = []
    let tasks = (0..<20).map { number in
      Task.immediate { @MainActor in
        await gate.pass()
        passed.append(number)
      }
    }
    #expect(passed.isEmpty)
    gate.open()
    for task in tasks { await task.value }
    #expect(passed.sorted() == Array(0..<20))
  }

  @Test("may be opened twice")
  func twice() async {
    let gate = Gate()
    let task = Task.immediate { @MainActor in await gate.pass() }
    gate.open()
    gate.open()
    await task.value
    #expect(passesAtOnce(gate))
  }

  @Test("lets a cancelled caller through, and only that one")
  func cancelled() async {
    let gate = Gate()
    var hasPassed = false
    let other = Task.immediate { @MainActor in
      await gate.pass()
      hasPassed = true
    }
    let cancelled = Task.immediate { @MainActor in await gate.pass() }
    cancelled.cancel()
    await cancelled.value
    #expect(!hasPassed)
    gate.open()
    await other.value
    #expect(hasPassed)
  }

  @Test("lets a caller through that was cancelled before it came")
  func cancelledBefore() async {
    let gate = Gate()
    let start = Signal()
    let task = Task.immediate { @MainActor in
      await start.wait()
      await gate.pass()
    }
    task.cancel()
    start.open()
    await task.value
    #expect(!passesAtOnce(gate))
    gate.open()
  }

  @Test("stands being cancelled and opened at the same time, from several threads")
  func race() async {
    for _ in 0..<200 {
      let gate = Gate()
      let task = Task.immediate { @MainActor in await gate.pass() }
      let other = Task.detached { task.cancel() }
      gate.open()
      await task.value
      await other.value
      #expect(passesAtOnce(gate))
    }
  }

  // MARK: - Fixtures

  /// Whether a caller passes without suspending.
  private func passesAtOnce(_ gate: Gate) -> Bool {
    let hasPassed = Box(false)
    Task.immediate { @MainActor in
      await gate.pass()
      hasPassed.value = true
    }
    return hasPassed.value
  }
}
