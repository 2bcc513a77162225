import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("The help of a sample")
struct HelpTests {
  @Test(
    "has all lines of a list in the same column",
    arguments: ["counter", "downloads", "meetings", "search", "todos"])
  func indented(_ program: String) throws {
    let result = try PipedResult(program, ["--help"])
    #expect(result.lines.filter { $0.prefix { $0 == " " }.count == 6 } == [])
  }
}

@Suite("Options")
struct OptionTests {
  @Test(
    "with a URL need a scheme that can be asked, and a host",
    arguments: [
      ("http://h", true), ("https://h:8080/x?y=z", true), ("HTTP://h", true),
      ("h", false), ("http://", false), ("ftp://h", false), ("file:///x", false),
    ])
  func urls(_ url: String, _ isUsable: Bool) throws {
    if isUsable {
      #expect(try parse(["--url", url]) == .run([url]))
    } else {
      let message = "option '--url' needs an http or https URL with a host, not '\(url)'"
      #expect(throws: UsageError(message)) { try parse(["--url", url]) }
    }
  }

  @Test("are all followed, in their order")
  func order() throws {
    #expect(
      try parse(["--flag", "--url=http://h", "--flag"]) == .run(["flag", "http://h", "flag"]))
    #expect(try parse([]) == .run([]))
  }

  @Test("print a text instead, whatever comes after", arguments: ["--help", "-h"])
  func help(_ option: String) throws {
    #expect(
      try parse([option, "--wrong"])
        == .print("A program.\n\nusage: probe [options]\n\noptions: none"))
    #expect(try parse(["--version", "--wrong"]) == .print("probe 1.2"))
  }

  @Test(
    "that are wrong are named in one line",
    arguments: [
      (["word"], "unexpected argument 'word'; probe takes options only, see --help"),
      (["-"], "unexpected argument '-'; probe takes options only, see --help"),
      (["--url="], "option '--url' needs a URL, as in --url http://h"),
      (["--url"], "option '--url' needs a URL, as in --url http://h"),
      (["--url", "--flag"], "option '--url' needs a URL, as in --url http://h"),
      (["--flga"], "unknown option '--flga'; did you mean '--flag'?"),
      (["--flag=1"], "unknown option '--flag=1'; did you mean '--flag'?"),
      (["-" + "-"], "unknown option '--'; see --help"),
    ])
  func wrong(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try parse(arguments) }
  }

  private func parse(_ arguments: [String]) throws(UsageError) -> Request<[String]> {
    try Program(
      "probe", version: "1.2", defaults: [],
      options: [
        .help, .version, .flag("--flag") { $0.append("flag") },
        .url("--url", example: "http://h") { $0.append($1.absoluteString) },
      ],
      argumentHint: "probe takes options only", about: "A program.", help: "options: none"
    ).parse(arguments)
  }
}
