import Foundation
import TestSupport
import Testing

@Suite("After an undo")
struct UndoTests {
  @Test("the timer of the store before has ended, and the report is that of the new store")
  func timer() throws {
    let run = try TerminalRun()
    run.type("t")
    run.see("timer: on, 1 tick")
    // Back to the first step, and on from there: one step, and one for each tick of the new timer.
    run.type("uuuuuuuuu\u{12}+")
    run.wait("to tick twice") {
      number("count: ", $0) == 1 && number("timer: on, ", $0).map { $0 > 1 } == true
    }
    #expect(number("step: ", run.screen) == number("timer: on, ", run.screen).map { $0 + 2 })
    run.program.send(SIGUSR1)
    run.see("effect 1 \"timer\"")
    run.see("sent last: counter(.timerTicked)")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  /// The number after these words.
  private func number(_ words: String, _ screen: VirtualScreen) -> Int? {
    let rest = screen.text.components(separatedBy: words).dropFirst().first
    return rest.flatMap { Int($0.prefix(while: \.isNumber)) }
  }
}
