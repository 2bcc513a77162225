import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetRecording

@MainActor
@Suite("A file that is no whole recording is told by its line:")
struct BadRecordingTests {
  @Test("one that does not exist")
  func missing() throws {
    let url = URL(fileURLWithPath: try Folder().path("nowhere"))
    #expect(
      throws: RecordingError(
        .unreadable, "'\(url.path)' cannot be opened: No such file or directory")
    ) {
      try Recording(contentsOf: url)
    }
  }

  @Test("a folder")
  func folder() throws {
    let folder = try Folder()
    #expect(
      throws: RecordingError(
        .unreadable, line: 1, "the file cannot be read: Is a directory")
    ) {
      try Recording(contentsOf: URL(fileURLWithPath: folder.path))
    }
  }

  @Test("an empty one, and one of something else")
  func noRecording() throws {
    for text in ["", "\u{FEFF}"] {
      let result = try RecordedFile(text).replay()
      #expect(result == .impossible(line: 1, reason: "the file is empty"))
    }
    for text in ["\n", "hello\n", "{}\n", "[1,2]\n", "\0\0\0", #"{"a":1}"#] {
      #expect(
        try RecordedFile(text).replay()
          == .impossible(line: 1, reason: "the file is not a recording"))
    }
    #expect(
      try RecordedFile(#"{"after":0,"dig"#).replay()
        == .impossible(line: 1, reason: "the line is truncated"))
  }

  @Test("one of something else without an end")
  func endless() throws {
    #expect(throws: RecordingError(.noRecording, line: 1, "the file is not a recording")) {
      try Recording(contentsOf: URL(fileURLWithPath: "/dev/zero"))
    }
  }

  @Test("one with a line that is longer than a limit")
  func longLine() throws {
    let file = try RecordedFile(#"{"after":"# + String(repeating: "1", count: 1 << 20))
    var lines = try LineReader(file.url, longestLine: 1 << 20)
    #expect(throws: RecordingError(.damaged, line: 1, "the line is longer than 1 MB")) {
      _ = try lines.next()
    }
  }

  @Test("one of another program, or of another version")
  func others() async throws {
    let file = try await RecordedFile.recorded([.add(1)])
    #expect(file.replay(program: "dicing", version: "1") == .same(steps: 1))
    #expect(
      file.replay(program: "counter")
        == .impossible(line: 1, reason: "the recording is of 'dicing', not of 'counter'"))
    #expect(
      file.replay(version: "2")
        == .impossible(
          line: 1,
          reason: """
            the recording is of version 1, this program is version 2, and no migration converts it
            """))
    let later = try file.changed {
      $0[0] = resummed($0[0].replacingOccurrences(of: #""recording":1"#, with: #""recording":2"#))
    }
    #expect(
      later.replay()
        == .impossible(
          line: 1, reason: "the recording has the format 2, and this program reads 1"))
  }

  @Test("one that is another one when it is read again, as the rest of a pipe")
  func replaced() async throws {
    let file = try await RecordedFile.recorded([.add(1)])
    let recording = try file.recording
    for text in ["", try file.lines[1] + "\n"] {
      try file.folder.write(text, to: file.name)
      #expect(
        recording.replay(Dicing())
          == .impossible(
            line: 1,
            reason: """
              the file changed after it was opened, or can be read only once, like a pipe
              """))
    }
  }

  @Test("one that was cut off, between lines or anywhere in one")
  func cutOff() async throws {
    let text = try await RecordedFile.recorded([.add(1), .add(2)]).text
    let whole = Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    for count in 1..<whole.count {
      let kept = whole.prefix(count).map { $0 + "\n" }.joined()
      let noEnd = ReplayResult.impossible(
        line: count + 1,
        reason: """
          the recording has no end: its program still runs or was killed, or lines are missing
          """)
      for text in [kept, kept + "\n", String(kept.dropLast())] {
        let file = try RecordedFile(text)
        #expect(file.replay() == noEnd)
        #expect(file.replay(lenient: true) == .same(steps: count - 1))
      }
      for length in stride(from: 1, to: whole[count].count, by: Deep.isFull ? 1 : 60) {
        let file = try RecordedFile(kept + whole[count].prefix(length))
        #expect(file.replay() == .impossible(line: count + 1, reason: "the line is truncated"))
        #expect(file.replay(lenient: true) == .same(steps: count - 1))
      }
    }
    // Without its last line end it is whole.
    #expect(try RecordedFile(String(text.dropLast())).replay() == .same(steps: 2))
  }

  @Test("one with a line that was changed, in any of its bytes")
  func changed() async throws {
    let file = try await RecordedFile.recorded([.add(1), .add(2), .add(3)])
    let line = try file.lines[2]
    for index in stride(from: 0, to: line.utf8.count, by: Deep.isFull ? 1 : 40) {
      let changed = try file.changed {
        var bytes = Array($0[2].utf8)
        bytes[index] ^= 1
        $0[2] = String(decoding: bytes, as: UTF8.self)
      }
      guard case .impossible(let line, let reason) = changed.replay() else {
        Issue.record("A changed byte was not found.")
        return
      }
      #expect(line == 3)
      #expect(reason.hasPrefix("the line was changed"))
      #expect(changed.replay(lenient: true) == .same(steps: 1))
    }
  }

  @Test("one in which lines are missing, twice there, or of another recording")
  func wrongOrder() async throws {
    let file = try await RecordedFile.recorded([.add(1), .add(2), .add(3)])
    #expect(
      try file.changed { $0.remove(at: 2) }.replay()
        == .impossible(line: 3, reason: "step 3 was found instead of step 2"))
    #expect(
      try file.changed { $0.insert($0[1], at: 1) }.replay()
        == .impossible(line: 3, reason: "step 1 was found instead of step 2"))
    #expect(
      try file.changed { $0 += $0 }.replay()
        == .impossible(line: 6, reason: "another recording starts"))
    #expect(
      try file.changed { $0.remove(at: 3) }.replay()
        == .impossible(line: 4, reason: "its end counts 3 steps, but it has 2"))
    #expect(
      try file.changed { $0.insert("", at: 2) }.replay()
        == .impossible(
          line: 3, reason: "the line was changed: its checksum is missing"))
  }

  @Test("one of which the program does not know a state or an action")
  func undecodable() async throws {
    let file = try await RecordedFile.recorded([.add(1), .add(2)])
    let otherAction = try file.changed {
      $0[2] = resummed($0[2].replacingOccurrences(of: #"{"add":{"_0":2}}"#, with: #"{"gone":{}}"#))
    }
    #expect(
      otherAction.replay()
        == .impossible(
          line: 3,
          reason: "the line cannot be decoded: a value of type 'Action' was expected at action"))
    let otherState = try file.changed {
      $0[0] = resummed($0[0].replacingOccurrences(of: #""ticks":0"#, with: #""ticks":"x""#))
    }
    #expect(
      otherState.replay()
        == .impossible(
          line: 1,
          reason: """
            the line cannot be decoded: a value of type 'Int' was expected at state.ticks
            """))
  }

  @Test("but not one with a byte order mark, or with lines that end as those of Windows do")
  func otherText() async throws {
    let text = try await RecordedFile.recorded([.add(1), .add(2)]).text
    for text in [text, text.replacingOccurrences(of: "\n", with: "\r\n")] {
      #expect(try RecordedFile("\u{FEFF}" + text).replay() == .same(steps: 2))
    }
  }
}
