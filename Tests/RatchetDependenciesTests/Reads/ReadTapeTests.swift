import Foundation
import RatchetDependencies
import Testing

@Suite("A tape of reads")
struct ReadTapeTests {
  @Test("gives a replay the values that JSON has a form of its own for")
  func ownForm() throws {
    let link = try #require(URL(string: "https://example.com"))
    var values = DependencyValues.current
    let tape = values.recordReads()
    values.withValues { tape.record { _ = ReadTape.readFromCurrent("link") { link } } }
    let json = try JSONEncoder().encode(tape.reads)
    #expect(String(decoding: json, as: UTF8.self) == #"["https:\/\/example.com"]"#)
    let answer = ReadTape.Answer("link", json: Array(#""https://example.com""#.utf8))
    #expect(answer.value(as: URL.self) == link)
  }
}
