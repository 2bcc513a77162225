import Console
import Foundation
import Testing

@testable import counter

@Suite("Options")
struct OptionsTests {
  @Test("set what they say, and are all off by default, except waiting and colour")
  func each() throws {
    let all = ["--plain", "--no-color", "--fullscreen", "--facts", "http://h/x", "--no-wait"]
    var expected = Options(factsURL: URL(string: "http://h/x"))
    expected.console.isPlain = true
    expected.console.isColoured = false
    expected.console.isFullscreen = true
    expected.console.waitsForEffects = false
    #expect(try program.parse(all) == .run(expected))
    #expect(try program.parse(["--no-wait", "--wait"]) == .run(Options()))
    #expect(Options().console.waitsForEffects && Options().console.isColoured)
  }

  @Test("are explained in the help, every one, in lines of a terminal's width")
  func help() {
    for option in program.options { #expect(program.help.contains("  \(option.name)")) }
    #expect(program.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(
    "that are wrong are named in one line",
    arguments: [
      (["up"], "unexpected argument 'up'; counter takes options only, see --help"),
      (["--plian"], "unknown option '--plian'; did you mean '--plain'?"),
      (["-\u{1B}[2J\n"], "unknown option '- [2J '; see --help"),
      (["--record", "-"], "option '--record' needs a path, as in --record run.jsonl"),
      (["report"], "option 'report' needs a path, as in report run.jsonl"),
      (
        ["report", "a", "--last", "0"], "option '--last' needs a number of steps, as in --last 1000"
      ),
      (
        ["report", "a", "--replay", "b"],
        "only one of '--record', '--resume', '--replay', 'test' and 'report' can be given"
      ),
    ])
  func wrong(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try program.parse(arguments) }
  }
}
