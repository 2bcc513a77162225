import TestSupport
import Testing

@testable import Console

@MainActor @Suite("Plain output")
struct PlainDisplayTests {
  @Test(
    "ends with the result, once",
    arguments: [
      ([], ["count: 1"]), (["count: 1"], ["count: 1"]),
      (["count: 1", "timer: off"], ["count: 1", "timer: off", "count: 1"]),
    ] as [([String], [String])])
  func lastLine(_ changes: [String], _ lines: [String]) throws {
    #expect(
      try output { display in
        for change in changes {
          display.append([change])
          display.append([])
          try display.draw { _, _ in [] }
        }
      } == lines)
  }

  @Test("has no power over a terminal")
  func printable() throws {
    #expect(try output { $0.append(["fact: a\nb\u{1B}[2J"]) } == ["fact: a b [2J", "count: 1"])
  }

  /// The lines that a display writes until its end with the result `count: 1`.
  private func output(of body: (inout PlainDisplay) throws -> Void) throws -> [String] {
    let (readEnd, writeEnd) = try Spawn.pipe()
    var display = PlainDisplay(output: Descriptor(number: writeEnd))
    try body(&display)
    try display.finish(result: "count: 1", summary: "")
    close(writeEnd)
    let bytes = try Descriptor(number: readEnd).nextBytes()
    close(readEnd)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
