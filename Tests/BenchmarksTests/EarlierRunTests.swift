import Testing

@testable import benchmarks

@Suite("The lines of an earlier run")
struct EarlierRunTests {
  @Test("tell how much slower a row has become")
  func change() throws {
    let run = try EarlierRun(
      text: """
        {"id":"a","min_ns":100,"unknown":[1]}

        {"id":"x","min_ns":null}
        {"id":"zero","min_ns":0}

        """, path: "before.jsonl")
    #expect(run.change(of: "a", to: 125) == 0.25)
    #expect(run.change(of: "a", to: 50) == -0.5)
    for id in ["b", "x", "zero"] { #expect(run.change(of: id, to: 1) == nil) }
  }

  @Test(
    "are named when they are malformed",
    arguments: [
      "text", "[]", "{}", #"{"id":"a"}"#, #"{"min_ns":1}"#, #"{"id":"a","min_ns":"1"}"#,
      #"{"id":1,"min_ns":1}"#, #"{"id":"a","min_ns":1"#,
    ])
  func malformed(_ line: String) {
    let text = "\(valid)\n\n\(line)\n\(valid)"
    let problem = "line 3 of 'b' is not an object with 'id' and 'min_ns', as --json prints"
    #expect(throws: RunError.file(problem)) { try EarlierRun(text: text, path: "b") }
  }

  @Test("are what the program prints")
  func record() throws {
    var record = Record(id: "a", name: #"a "name"/path"#, peak: nil)
    #expect(
      record.line == """
        {"allocs":null,"id":"a","median_ns":null,"min_ns":null,"name":"a \\"name\\"/path",\
        "peak_bytes":null,"ratio":null}\n
        """)
    record.change = 0.16
    #expect(record.isSlower)
    record.change = 0.15
    #expect(!record.isSlower)
  }

  private let valid = #"{"id":"a","min_ns":1}"#
}
