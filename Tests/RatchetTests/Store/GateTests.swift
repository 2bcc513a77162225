import RatchetTesting
import TestSupport

@MainActor @Suite("A gate")
struct GateTests {
  @Test(
    "stands being cancelled and opened at the same time, from several threads",
    .deep(200, small: 50))
  func race() async {
    for _ in 0..<Deep.size {
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
