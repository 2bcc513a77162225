public import Ratchet
public import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Recording {
  /// Writes a page for a browser that shows the recording: a timeline of actions and effects, and
  /// for each step the action, its sender, its reads, what it changed, and the state.
  ///
  /// The page is one file of HTML that needs no server and no network. `#step=42` after its address
  /// shows a step.
  ///
  /// ```swift
  /// let page = try recording.page(for: Counter())
  /// try page.write(to: URL(filePath: "run.html"), atomically: true, encoding: .utf8)
  /// ```
  ///
  /// States are those of a replay, in which only reducers run. An element of an array that equals
  /// the one of the step before is shown as that one was, even if members differ that its `==`
  /// leaves out. The page shows everything that the recording has, so secrets must be redacted by
  /// the recorder.
  ///
  /// - Parameters:
  ///   - feature: The feature that was recorded, as it is now.
  ///   - count: The maximum number of steps; a longer recording is cut to its last ones. `nil` for
  ///     all.
  ///   - lenient: Whether to show what can be replayed, if not all can: the steps before a line
  ///     that cannot be read, or before the first one that differs. The page says why it ends.
  /// - Returns: The HTML of the page.
  /// - Throws: A ``RecordingError`` if the recording cannot be replayed, or leads to another state
  ///   than the recorded one; with the code `tooLong` for a page of more than 100,000 steps.
  /// - Complexity: A replay, or two if `count` limits it. Writes the state after each step as text,
  ///   except elements of its arrays that equal the ones in the step before.
  @MainActor public func page<Feature: Reducer>(
    for feature: Feature, last count: Int? = nil, lenient: Bool = false
  ) throws(RecordingError) -> String
  where Feature.State: Codable, Feature.Action: Codable {
    let first = try start(ofLast: count, feature, lenient: lenient)
    let run = try run(of: feature, after: first, lenient: lenient)
    do {
      return try PageText.page(title: "\(program) \(version)", [run])
    } catch {
      throw RecordingError(.unencodable, RecordingError.reason(of: error))
    }
  }

  /// The number of steps before those of a page, which shows the last `count`.
  ///
  /// Counts the lines of a recording first, so that one that is too long is refused at once:
  /// replaying it would take minutes.
  @MainActor func start<Feature: Reducer>(
    ofLast count: Int?, _ feature: Feature, lenient: Bool, limit: Int = 100_000
  ) throws(RecordingError) -> Int
  where Feature.State: Codable, Feature.Action: Codable {
    let steps = try stepCount(upTo: limit + 1)
    if min(steps, count ?? steps) > limit {
      throw RecordingError(
        .tooLong,
        "the recording has more than \(limit) steps, the limit of a page: show only the last ones")
    }
    guard let count else { return 0 }
    // A replay, because a lenient page ends before a step that cannot be replayed.
    let all = try Replay(self, feature)
    var shown = 0
    do throws(RecordingError) {
      while try all.next() != nil { shown += 1 }
    } catch {
      if !lenient { throw error }
    }
    return max(0, shown - max(0, count))
  }

  /// Replays the recording; returns the steps after the first `first` ones, and all effects.
  @MainActor private func run<Feature: Reducer>(
    of feature: Feature, after first: Int, lenient: Bool
  ) throws(RecordingError) -> RecordedRun
  where Feature.State: Codable, Feature.Action: Codable {
    var run = RecordedRun(program: program, version: version)
    let replay = try Replay(self, feature)
    replay.whenResumed = { [unowned replay] _ in run.addStore(after: replay.steps) }
    replay.whenEffect = { [unowned replay] in run.addEvent($0, after: replay.steps) }
    do throws(RecordingError) {
      while replay.steps < first, try replay.next() != nil {}
      run.begin(replay.state, after: first)
      while let step = try replay.nextStep() { run.addStep(step) }
    } catch {
      guard lenient else { throw error }
      run.problem = try problem(error, inStep: replay.steps, of: feature)
    }
    return run
  }

  /// How a page describes an error; for a step that differs, it adds what the step changes now.
  @MainActor private func problem<Feature: Reducer>(
    _ error: RecordingError, inStep step: Int, of feature: Feature
  ) throws(RecordingError) -> String
  where Feature.State: Codable, Feature.Action: Codable {
    if error.code != .differs { return "\(error)" }
    return "\(error.reason)\n\(try Replay(self, feature).change(inStep: step))"
  }
}
