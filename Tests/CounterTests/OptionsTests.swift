import Console
import Foundation
import Testing

@testable import counter

@Suite("Options")
struct OptionsTests {
  @Test("are all off by default, and waiting is on")
  func defaults() throws {
    #expect(try program.parse([]) == .run(Options()))
    #expect(Options().console.waitsForEffects && Options().console.isColoured)
  }

  @Test("set what they say")
  func each() throws {
    let all = ["--plain", "--no-color", "--fullscreen", "--facts", "http://h/x", "--no-wait"]
    var expected = Options(factsURL: URL(string: "http://h/x"))
    expected.console.isPlain = true
    expected.console.isColoured = false
    expected.console.isFullscreen = true
    expected.console.waitsForEffects = false
    #expect(try program.parse(all) == .run(expected))
    #expect(try program.parse(["--no-wait", "--wait"]) == .run(Options()))
    let url = URL(string: "http://h?x=y")
    #expect(try program.parse(["--facts=http://h?x=y"]) == .run(Options(factsURL: url)))
  }

  @Test(
    "ask for a text instead",
    arguments: [
      ("--help", program.help), ("-h", program.help), ("--version", "counter 0.1.0"),
    ])
  func texts(_ option: String, _ text: String) throws {
    #expect(try program.parse(["--plain", option]) == .print(text))
  }

  @Test("are explained in the help, every one")
  func help() {
    for option in program.options { #expect(program.help.contains("  \(option.name)")) }
  }

  @Test(
    "that are unknown get the nearest suggested",
    arguments: [
      ("--plian", "--plain"), ("--nocolor", "--no-color"), ("--no-colour", "--no-color"),
      ("--full-screen", "--fullscreen"), ("--fact=x", "--facts"), ("--versoin", "--version"),
      ("--nowait", "--no-wait"), ("--hepl", "--help"),
    ])
  func suggestions(_ option: String, _ nearest: String) {
    let error = UsageError("unknown option '\(option)'; did you mean '\(nearest)'?")
    #expect(throws: error) { try program.parse([option]) }
  }

  @Test(
    "that are wrong are named in one line",
    arguments: [
      (["up"], "unexpected argument 'up'; counter takes options only, see --help"),
      (["--facts"], "option '--facts' needs a URL, as in --facts http://127.0.0.1:8080"),
      (
        ["--facts", "--plain"], "option '--facts' needs a URL, as in --facts http://127.0.0.1:8080"
      ),
      (
        ["--facts", "ftp://h"],
        "option '--facts' needs an http or https URL with a host, not 'ftp://h'"
      ),
      (["--facts=h"], "option '--facts' needs an http or https URL with a host, not 'h'"),
      (
        ["--facts=http://"],
        "option '--facts' needs an http or https URL with a host, not 'http://'"
      ),
      (["--facts="], "option '--facts' needs an http or https URL with a host, not ''"),
      (["--plain=yes"], "unknown option '--plain=yes'; did you mean '--plain'?"),
      (["-\u{1B}[2J\n"], "unknown option '- [2J '; see --help"),
      (["-w"], "unknown option '-w'; see --help"),
      (["--record", "-"], "option '--record' needs a path, as in --record run.jsonl"),
    ])
  func wrong(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try program.parse(arguments) }
  }
}
