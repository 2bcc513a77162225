import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetDependencies
@testable import RatchetRecording
@testable import RatchetReports

@MainActor
@Suite("The test that is made of a recording")
struct RecordedTestTests {
  @Test("is the one in RecordedDicingTests.swift, word for word")
  func source() async throws {
    let file = try await RecordedFile.recorded([
      .add(3), .roll, .identify, .identify, .later(5), .rollLoaded, .toggle, .forget,
    ])
    let compiled = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "RecordedDicingTests.swift"), encoding: .utf8)
    let source = try file.recording.testSource(for: Dicing())
    let head = """
      import Foundation
      import RatchetTesting

      @testable import RatchetTests


      """
    #expect(source.hasPrefix(head))
    #expect(compiled.hasSuffix(source.dropFirst(head.count)))
  }

  @Test("fails on code that was broken, with the change that is wrong")
  func broken() async throws {
    let messages = Locked<[String]>([])
    try await expectIssues {
      await withDependencies {
        $0[Dicing.Factor.self] = Dicing.Factor(value: 2)
      } operation: {
        await recording()
      }
    } matching: { issue in
      messages.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(messages.withLock { $0.first?.contains("sum: 6") } == true)
  }

  @Test("begins with a later state if there are many steps")
  func last() async throws {
    let file = try await RecordedFile.recorded((1...10).map { .add($0) })
    let source = try file.recording.testSource(for: Dicing(), last: 2, source: "Dicing(factor: 1)")
    #expect(source.contains("Dicing.State) {"))
    #expect(source.contains(#","sum":36,"#))
    #expect(source.contains("    RecordedTest.feature(Dicing(factor: 1))\n"))
    #expect(source.contains("send(.add(9)) {\n    $0.sum = 45\n  }"))
    #expect(!source.contains("send(.add(8))"))
  }

  @Test("assigns what has changed: members, elements, what was appended, or all of it")
  func assignments() {
    let old = Shelf()
    var new = old
    new.title = "b"
    new.rows[1].count = 2
    new.names.append("z")
    new.box = .full("\"#x")
    new.hidden = Hidden(value: 3)
    var assignments = ChangeAssignments()
    #expect(
      assignments.lines(from: old, to: new) == [
        #"$0.title = "b""#, "$0.rows[1].count = 2", #"$0.names.append("z")"#,
        ##"$0.box = .full("\"#x")"##, ##"$0.hidden = RecordedTest.value(#"{"value":3}"#)"##,
      ])
    #expect(assignments.lines(from: old, to: old).isEmpty)
    #expect(assignments.lines(from: 1, to: 2) == ["$0 = 2"])
    let named = Literals.Names(init: nil)
    let changed = Literals.Names(self: `default`.Member(`inout`: 0, self: 1), init: nil)
    #expect(assignments.lines(from: named, to: changed) == ["$0.`self`.`self` = 1"])
    #expect(SourceText.raw(##"a"#b"##) == ###"##"a"#b"##"###)
  }
}

// MARK: - Fixtures

private struct ShelfRow: Codable, Equatable { var count = 0 }

private enum ShelfBox: Codable, Equatable { case empty, full(String) }

/// Its members are no source.
private struct Hidden: Codable, Equatable {
  private lazy var twice = 2 * value
  private var value = 0

  init(value: Int) { self.value = value }
  enum CodingKeys: CodingKey { case value }
  static func == (one: Hidden, other: Hidden) -> Bool { one.value == other.value }
}

private struct Shelf: Equatable {
  var title = "a"
  var rows = [ShelfRow(), ShelfRow()]
  var names = ["x", "y"]
  var box = ShelfBox.empty
  var hidden = Hidden(value: 1)
}
