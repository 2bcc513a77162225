import Testing

@testable import counter

@Suite("Options")
struct OptionsTests {
  @Test("are all off by default, and waiting is on")
  func defaults() throws {
    #expect(try Options.parse([]) == .run(Options()))
    #expect(Options().waitsForEffects && Options().isColoured)
  }

  @Test("set what they say")
  func each() throws {
    let all = ["--plain", "--no-color", "--fullscreen", "--facts", "http://h/x", "--no-wait"]
    let expected = Options(
      isPlain: true, isColoured: false, isFullscreen: true, waitsForEffects: false,
      factsURL: "http://h/x")
    #expect(try Options.parse(all) == .run(expected))
    #expect(try Options.parse(["--no-wait", "--wait"]) == .run(Options()))
    #expect(try Options.parse(["--facts=http://h"]) == .run(Options(factsURL: "http://h")))
  }

  @Test(
    "ask for a text instead",
    arguments: [
      ("--help", Options.Request.help), ("-h", .help), ("--version", .version),
    ])
  func texts(_ option: String, _ request: Options.Request) throws {
    #expect(try Options.parse(["--plain", option]) == request)
  }

  @Test("are explained in the help, every one")
  func help() {
    for option in OptionError.known { #expect(HelpText.help.contains(option)) }
  }

  @Test(
    "that are unknown get the nearest suggested",
    arguments: [
      ("--plian", "--plain"), ("--nocolor", "--no-color"), ("--no-colour", "--no-color"),
      ("--full-screen", "--fullscreen"), ("--fact=x", "--facts"), ("--versoin", "--version"),
      ("-w", "--wait"), ("--nowait", "--no-wait"), ("--hepl", "--help"),
    ])
  func suggestions(_ option: String, _ nearest: String) {
    let error = OptionError.unknownOption(option)
    #expect(throws: error) { try Options.parse([option]) }
    #expect(error.message == "unknown option '\(option)'; did you mean '\(nearest)'?")
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
      (["-\u{1B}[2J\n"], "unknown option '- [2J '; did you mean '--help'?"),
    ])
  func wrong(_ arguments: [String], _ message: String) {
    let error = #expect(throws: OptionError.self) { try Options.parse(arguments) }
    #expect(error?.message == message)
  }

  @Test(
    "are compared by single edits",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("same", "same", 0),
      ("ab", "ba", 2),
    ])
  func distances(_ first: String, _ second: String, _ distance: Int) {
    #expect(editDistance(first, second) == distance)
  }
}
