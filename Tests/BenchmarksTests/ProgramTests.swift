import Foundation
import TestSupport
import Testing

@Suite("The program of the benchmarks")
struct ProgramTests {
  @Test("prints a line of JSON for each row, on a pipe", .enabled(if: Deep.isFull))
  func json() throws {
    let run = try PipedResult("benchmarks", ["x", "reducer", "--json"])
    #expect(run.ending == .exited(0))
    let rows = try run.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(rows.map { $0["id"] as? String } == ["reducer", "x"])
    for key in ["id", "name", "median_ns", "min_ns", "ratio", "allocs"] {
      #expect(rows.allSatisfy { $0[key] != nil }, "\(key)")
    }
    #expect(rows[0]["min_ns"] as? Double ?? 0 > 0)
    #expect(rows[1]["amount"] as? Double == 0)
  }

  @Test(
    "ends with status 1 when a row is slower than in an earlier run, and marks it",
    .enabled(if: Deep.isFull))
  func slower() throws {
    let folder = try Folder()
    try folder.write(#"{"id":"task","min_ns":0.001}"#, to: "before")
    let run = try PipedResult("benchmarks", ["task", "--baseline", "before"], in: folder)
    #expect(run.ending == .exited(1))
    #expect(run.lines.contains { $0.hasPrefix("task ") && $0.contains("! +") })
  }

  @Test(
    "says in one line what is wrong, and measures nothing",
    arguments: [
      (["--jsn"], 64, "unknown option '--jsn'; see --help"),
      (["nothing"], 64, "no row matches 'nothing'; see --help for the rows"),
      (["--baseline", "missing"], 65, "cannot read 'missing': there is no such file"),
      (["--baseline", "."], 65, "cannot read '.': it is a folder"),
      (["x", "--baseline", "before"], 65, "'before' has no time of a row that would be measured"),
      (
        ["--baseline", "text"], 65,
        "line 1 of 'text' is not an object with 'id' and 'min_ns', as --json prints"
      ),
    ])
  func mistakes(_ arguments: [String], _ status: Int32, _ text: String) throws {
    let folder = try Folder()
    try folder.write(#"{"id":"reducer","min_ns":1}"#, to: "before")
    try folder.write("text", to: "text")
    let run = try PipedResult("benchmarks", arguments, in: folder)
    #expect(run.errors == "benchmarks: \(text)\n")
    #expect(run.output == "")
    #expect(run.ending == .exited(status))
  }
}
