public import Ratchet
import RatchetDependencies
public import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Recording {
  /// Writes the source of a test that repeats a recording, and expects what each action changes.
  ///
  /// The test sends the actions that callers sent, and receives those that effects sent. Effects do
  /// not run, so the test needs no client: the recorded actions are sent instead. Reducers read the
  /// recorded values. The test passes as long as the reducers do what they do when it is written.
  ///
  /// ```swift
  /// print(try recording.testSource(for: Counter()))
  /// ```
  ///
  /// Structs are written as JSON, because a program cannot find out which initializers they have.
  /// Actions must be `Equatable`, and the test must be able to set the members that change.
  ///
  /// - Parameters:
  ///   - feature: The feature that was recorded, as it is now.
  ///   - count: The most steps of the test. Of a longer recording, the test has the last steps, and
  ///     begins with the state before them. If stores have continued the recording, only the steps
  ///     of the last store are used.
  ///   - source: The expression that makes the feature in the test; by default, the name of its
  ///     type followed by `()`.
  ///   - lenient: Whether to use the steps before an unreadable line instead of throwing.
  /// - Returns: The source of a file.
  /// - Throws: A ``RecordingError`` if the recording cannot be replayed, or leads to another state
  ///   than the recorded one: make the test with the code that made the recording.
  @MainActor public func testSource<Feature: Reducer>(
    for feature: Feature, last count: Int = 200, source: String? = nil, lenient: Bool = false
  ) throws(RecordingError) -> String
  where Feature.State: Codable, Feature.Action: Codable {
    let name = SourceLiteral.name(of: Feature.self) ?? "\(Feature.self)"
    var test = RecordedTestSource<Feature>(
      title: "\(program) \(version)", name: name, feature: source ?? "\(name)()")
    // The first replay counts the steps, and checks them; the second adds the last to the test.
    let all = try Replay(self, feature)
    try all.run(lenient: lenient)
    let replay = try Replay(self, feature)
    let first = max(all.begin, all.steps - max(0, count))
    while replay.steps < first, try replay.next() != nil {}
    while replay.steps < all.steps, let step = try replay.nextStep() {
      if step.number == first + 1 { test.begin(step.before) }
      try test.add(step)
    }
    // Without steps to add, the test begins with the last state.
    if first == all.steps { test.begin(all.state) }
    return test.text
  }
}

/// Writes text and JSON as Swift source, for the values of a printed test.
enum SourceText {
  /// The start of a call of a function of `RatchetTesting` that decodes JSON.
  static let decoding = "RecordedTest.value("

  /// A raw string, in which JSON needs no escapes, with as many `#` as the text requires.
  static func raw(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\(signs)") || text.contains("\\\(signs)") { signs += "#" }
    return "\(signs)\"\(text)\"\(signs)"
  }

  /// A call that decodes a value where its type is known; `nil` if it cannot be encoded.
  static func json(_ value: Any) -> String? {
    guard let value = value as? any Encodable,
      let data = try? JSONEncoder.ofRecordings.encode(value)
    else { return nil }
    return "\(decoding)\(raw(String(decoding: data, as: UTF8.self))))"
  }
}
