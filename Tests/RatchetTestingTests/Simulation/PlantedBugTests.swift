import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation finds, and prints a test of")
struct PlantedBugTests {
  @Test("an update that is lost, with two taps")
  func lostUpdate() async {
    let story = await story {
      await simulate(Counts(), from: Counts.State(), runs: Self.runs, length: 20) { world in
        world.send { _, _ in .tapped }
        world.advance(upTo: .seconds(2))
        world.always("each tap counts") { $0.waiting > 0 || $0.count == $0.taps }
      }
    }
    #expect(story.filter { $0.contains(". send ") } == ["1. send tapped", "2. send tapped"])
  }

  @Test("a response that is stale, with two queries")
  func staleResponse() async {
    let story = await story {
      await simulate(ShowsLatest(), from: ShowsLatest.State(), runs: Self.runs, length: 20) {
        world in
        world.send { _, draw in .queryChanged(draw.text(upTo: 2)) }
        world.advance(upTo: .seconds(1))
        world.dependencies { values, draw in
          values[LatencyKey.self] = { draw.duration(upTo: .seconds(2)) }
        }
        world.eventually("the result is that of the query") { $0.result == $0.query }
      }
    }
    #expect(story.count <= 5)
    #expect(story.count { $0.contains(". send ") } == 2)
  }

  @Test("a resource that is not released, with two steps")
  func resource() async {
    let story = await story {
      await simulate(Connects(), from: Connects.State(), runs: Self.runs, length: 20) { world in
        world.send { _, _ in .connect }
        world.send { _, _ in .disconnect }
        world.advance(upTo: .milliseconds(1_500))
        world.eventually("what is not wanted is closed") { $0.isWanted || $0.open == 0 }
      }
    }
    #expect(story == ["1. send connect", "2. send disconnect", "3. an effect sends connected"])
  }

  @Test("a retry after a cancellation, with a fault")
  func retryAfterCancel() async {
    let story = await story {
      await simulate(Uploads(), from: Uploads.State(), runs: Self.runs, length: 20) { world in
        world.send { state, _ in state.attempts == 0 ? .start : nil }
        world.send { _, _ in .cancel }
        world.advance(upTo: .seconds(2))
        world.dependencies { values, draw in
          values[PostKey.self] = { !draw.chance(0.5, of: "the post fails") }
        }
        world.always("nothing is tried after a cancellation") { $0.attemptsAfterCancel == 0 }
      }
    }
    #expect(story.count <= 8)
    #expect(story.count { $0.contains(". send ") } == 2)
    #expect(story.count { $0.contains(". the post fails (call ") } == 2)
  }

  @Test("a save that is not of the last state, with two edits")
  func lastSave() async {
    let story = await story {
      await simulate(SavesEdits(), from: SavesEdits.State(), runs: Self.runs, length: 20) { world in
        world.send { _, draw in .edited(draw.text(upTo: 3)) }
        world.advance(upTo: .seconds(1))
        world.dependencies { values, draw in
          SavesEdits.file.withLock { $0 = "" }
          values[LatencyKey.self] = {
            draw.chance(0.3, of: "the disk is slow") ? .seconds(2) : .zero
          }
        }
        world.eventually("the file holds the text") { state in
          SavesEdits.file.withLock { $0 } == state.text
        }
      }
    }
    #expect(
      story == [
        "1. send edited(\"\")", "2. the disk is slow (call 1)", "3. send edited(\"a\")",
      ])
  }

  private static let runs = Deep.isFull ? 500 : 60

  /// The numbered lines of the story that a simulation finds, which finds nothing once the bug is
  /// corrected.
  private func story(of simulation: () async -> Void) async -> [String] {
    let issues = await IssueCollector.issues { await simulation() }
    #expect(issues.count == 1)
    expectCompiled(issues.first ?? "")
    let fixed = await withDependencies {
      $0[IsFixedKey.self] = true
    } operation: {
      await IssueCollector.issues { await simulation() }
    }
    #expect(fixed == [])
    return (issues.first ?? "").split(separator: "\n").map(String.init)
      .filter { $0.first?.isNumber == true }
  }

  /// Expects that the test in a report stands in the file of those that are compiled and run.
  private func expectCompiled(_ report: String) {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "PrintedTestTests.swift")
    guard let test = report.firstRange(of: "@MainActor func"),
      let source = try? String(contentsOf: file, encoding: .utf8)
    else {
      Issue.record("No test is printed, or its file cannot be read.")
      return
    }
    func withoutSpace(_ text: some StringProtocol) -> String {
      String(text.filter { !$0.isWhitespace })
    }
    #expect(withoutSpace(source).contains(withoutSpace(report[test.lowerBound...])))
  }
}
