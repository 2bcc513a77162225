import RatchetTesting
import TestSupport

@testable import counter

@MainActor @Suite("The counter, simulated")
struct SimulationTests {
  @Test(
    "shows a fact only about its number, however slow the answers are, and never loads for ever",
    .deep(100, small: 8))
  func facts() async {
    let report = await simulate(Counter(), from: Counter.State(), runs: Deep.size) { world in
      world.send(weight: 2) { _, draw in draw.bool() ? .up : .down }
      world.send(weight: 3) { _, _ in .fact }
      world.send { _, draw in
        draw.element(of: [Counter.Action.cancel, .reset, .timer, .quit, .log])
      }
      world.advance(weight: 3, upTo: .seconds(3))
      world.dependencies { values, draw in
        values[FactClient.self].fetch = { number in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: draw.duration(upTo: .seconds(8)))
          if draw.chance(0.3) { throw FactError.status(500) }
          return "\(number)"
        }
      }
      world.always("a fact is about the number") { state in
        if case .text(let text) = state.fact { text == "\(state.count)" } else { true }
      }
      world.eventually("nothing is loading") { $0.fact != .loading }
    }
    #expect(
      report.sent.keys.sorted() == [
        "cancel", "down", "fact", "log", "quit", "reset", "timer", "up",
      ])
  }
}
