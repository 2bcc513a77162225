import Foundation
package import Ratchet
package import RatchetRecording
import RatchetReports

extension Program {
  /// The recorder of a run, if one was asked for.
  @MainActor package func recorder<Feature: Reducer>(
    for options: RecordingOptions, of feature: Feature.Type
  ) throws -> ActionRecorder<Feature.State, Feature.Action>?
  where Feature.State: Codable & Sendable, Feature.Action: Codable {
    if options.replaces, options.record == nil {
      throw UsageError("option '--replace' needs '--record'")
    }
    guard let path = options.record ?? options.resume else { return nil }
    do throws(RecordingError) {
      return try ActionRecorder(
        to: URL(fileURLWithPath: path),
        mode: options.resume != nil ? .continuing : options.replaces ? .replacing : .new,
        of: feature, program: name, version: version,
        // Told at the end, by `finish()`.
        onFailure: { _ in })
    } catch {
      guard error.code == .notEmpty else { throw RecordingFileError(path: path, error: error) }
      throw UsageError(
        "'\(path.printable)' is not empty; add '--replace' to replace it, or go on in a recording "
          + "with '--resume'")
    }
  }

  /// The last state of the recording that is resumed; nil if none is.
  @MainActor package func initialState<Feature: Reducer>(
    of feature: Feature, _ options: RecordingOptions
  ) throws -> Feature.State? where Feature.State: Codable, Feature.Action: Codable {
    guard let path = options.resume else { return nil }
    do throws(RecordingError) {
      return try Recording(contentsOf: URL(fileURLWithPath: path), program: name, version: version)
        .lastState(feature, lenient: true)
    } catch {
      throw RecordingFileError(path: path, error: error)
    }
  }

  /// Does with a recording what was asked for instead of a run; returns the status, or `nil` if
  /// nothing was.
  ///
  /// On a terminal a player shows each step as the program draws it; otherwise steps are printed,
  /// and `changes` has the lines that tell what a step has changed.
  @MainActor package func review<Feature: Reducer>(
    _ options: RecordingOptions, of feature: Feature, console: ConsoleOptions = ConsoleOptions(),
    draw: @escaping (Feature.State, Frame) -> [Line],
    changes: @escaping (_ old: Feature.State, _ new: Feature.State) -> [String]
  ) async throws -> Int32? where Feature.State: Codable, Feature.Action: Codable {
    if options.last != nil, options.report == nil {
      throw UsageError("option '--last' needs 'report'")
    }
    guard let path = options.test ?? options.report ?? options.replay else { return nil }
    do {
      let recording = try Recording(
        contentsOf: URL(fileURLWithPath: path), program: name, version: version)
      if options.test != nil { return try printTest(of: recording, feature) }
      if options.report != nil { return try printPage(of: recording, feature, options.last) }
      return try await show(recording, feature, console, draw, changes)
    } catch let error as RecordingError {
      throw RecordingFileError(path: path, error: error)
    }
  }

  /// Prints the page of all steps; of those that can be replayed, if there are others.
  @MainActor private func printPage<Feature: Reducer>(
    of recording: Recording, _ feature: Feature, _ count: Int?
  ) throws -> Int32 where Feature.State: Codable, Feature.Action: Codable {
    let output = Descriptor.standardOutput
    if output.isTerminal {
      throw UsageError("a page is for a browser, not for a terminal; add '> run.html'")
    }
    do {
      try output.write(recording.page(for: feature, last: count, lenient: true))
    } catch let error as RecordingError where error.code == .tooLong {
      complain("'\(recording.url.path.printable)': \(error.reason), with '--last 10000'")
      return ExitStatus.wrongInput
    }
    return status(of: recording, recording.replay(feature))
  }

  /// Prints the test of all steps; of those before a line that cannot be read, if there is one.
  @MainActor private func printTest<Feature: Reducer>(
    of recording: Recording, _ feature: Feature
  ) throws -> Int32 where Feature.State: Codable, Feature.Action: Codable {
    try Descriptor.standardOutput.write(recording.testSource(for: feature, lenient: true))
    return status(of: recording, recording.replay(feature))
  }

  /// Complains of what a replay comes to, unless each step leads to the recorded state.
  private func status(of recording: Recording, _ result: ReplayResult) -> Int32 {
    switch result {
    case .same: return ExitStatus.success
    case .differs(_, let difference): complain(difference)
    case .impossible(let line, let reason):
      complain("'\(recording.url.path.printable)', line \(line): \(reason)")
    }
    return ExitStatus.wrongInput
  }

  @MainActor private func show<Feature: Reducer>(
    _ recording: Recording, _ feature: Feature, _ console: ConsoleOptions,
    _ draw: @escaping (Feature.State, Frame) -> [Line],
    _ changes: @escaping (Feature.State, Feature.State) -> [String]
  ) async throws -> Int32 where Feature.State: Codable, Feature.Action: Codable {
    if console.usesTerminal {
      let history = try StoreHistory(of: recording, feature, lenient: true)
      var senders: [String] = []
      _ = recording.replay(feature, lenient: true) { senders.append("from \($0.sender)") }
      let status = try await ReplayScreen(history: history, senders: senders, draw: draw)
        .run(console)
      guard let problem = history.problem else { return status }
      complain("\(RecordingFileError(path: recording.url.path, error: problem))")
      return ExitStatus.wrongInput
    }
    return try printSteps(of: recording, feature, changes)
  }

  /// Prints each step, and what a replay comes to.
  @MainActor private func printSteps<Feature: Reducer>(
    of recording: Recording, _ feature: Feature,
    _ changes: @escaping (Feature.State, Feature.State) -> [String]
  ) throws -> Int32 where Feature.State: Codable, Feature.Action: Codable {
    var failure: SystemError?
    func print(_ lines: [String]) {
      do throws(SystemError) {
        let text = lines.map { $0.printable + "\n" }.joined()
        if failure == nil, !text.isEmpty { try Descriptor.standardOutput.write(text) }
      } catch {
        failure = error
      }
    }
    let result = recording.replay(feature) { step in
      print([step.title] + changes(step.before, step.after).map { "   \($0)" })
    }
    if let failure { throw failure }
    if case .same(let steps) = result { print(["\(steps) steps, as recorded"]) }
    return status(of: recording, result)
  }
}

/// Why a file is not replayed, as a program complains of it.
private struct RecordingFileError: Error, CustomStringConvertible {
  let path: String
  let error: RecordingError

  var description: String {
    // Without a line it names the file already.
    error.line.map { "'\(path.printable)', line \($0): \(error.reason)" } ?? "\(error)"
  }
}

extension ReplayedStep {
  /// The step in one line: its number, its sender and its action.
  var title: String { "\(number). \(senderName): \(ValueLine.text(action))" }

  /// Who has sent the action, and how long after the start.
  fileprivate var sender: String {
    let milliseconds = Int(time / .milliseconds(1))
    let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
    return "\(senderName), after \(milliseconds / 1000).\(fraction) s"
  }

  private var senderName: String {
    switch source {
    case .caller: "caller"
    case .effect(let number, let name): name ?? "effect \(number)"
    }
  }
}

extension Optional where Wrapped: StoreObserver {
  /// The observer, if there is one, for a store.
  @MainActor package var observers: [any StoreObserver<Wrapped.State, Wrapped.Action>] {
    map { [$0] } ?? []
  }
}
