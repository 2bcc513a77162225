import FoundationEssentials
import RatchetDependencies

extension Recording {
  /// Writes the source of a test that does what was recorded, and expects what each action changes.
  ///
  /// The test sends what a caller has sent, and receives what effects have sent; these do not run,
  /// so that no client is needed. What reducers drew, they draw again. It passes as long as the
  /// reducers do what they do now.
  ///
  /// ```swift
  /// print(try recording.testSource(for: Counter()))
  /// ```
  ///
  /// What cannot be written as source is written as JSON. Actions must be `Equatable`; members that
  /// change must be those that a test can set.
  ///
  /// - Parameters:
  ///   - feature: The feature that was recorded, as it is now.
  ///   - count: The most steps; of more, the last, beginning with the state before them.
  ///   - source: The source of the feature; its type with `()` if not given.
  ///   - lenient: Whether what stands before a line that cannot be read is enough.
  /// - Returns: The source of a file.
  /// - Throws: A ``RecordingError`` if the recording cannot be replayed, or leads to another state
  ///   than the recorded one: make the test with the code that made the recording.
  @MainActor public func testSource<Feature: Reducer>(
    for feature: Feature, last count: Int = 200, source: String? = nil, lenient: Bool = false
  ) throws(RecordingError) -> String
  where Feature.State: Codable, Feature.Action: Codable {
    let name = SourceLiteral.name(of: Feature.self) ?? "\(Feature.self)"
    var test = RecordedTest<Feature>(
      title: "\(program) \(version)", feature: source ?? "\(name)()")
    let all = try Replay(self, feature)
    if case .differs(_, let difference) = try all.run(lenient: lenient) {
      throw RecordingError(.differs, line: all.line, difference)
    }
    let replay = try Replay(self, feature)
    let first = max(0, all.steps - max(0, count))
    while replay.steps < first, try replay.next() != nil {}
    test.begin(replay.state)
    while replay.steps < all.steps, let step = try replay.nextStep() {
      test.add(step, draws: replay.draws)
    }
    return test.text
  }
}

/// The source of a test, which grows with the steps of a replay.
struct RecordedTest<Feature: Reducer>
where Feature.State: Codable, Feature.Action: Codable {
  private let title: String
  private let feature: String
  private var initialState = ""
  private var draws: [String] = []
  /// What effects send, after which step of the test.
  private var sends: [String] = []
  private var steps: [String] = []
  private var count = 0
  private var time = Duration.zero

  init(title: String, feature: String) {
    self.title = title
    self.feature = feature
  }

  mutating func begin(_ state: Feature.State) {
    initialState = Self.source(of: state)
  }

  mutating func add(
    _ step: ReplayedStep<Feature.State, Feature.Action>, draws: [String]
  ) {
    self.draws += draws
    let action = Self.source(of: step.action)
    let method: String
    switch step.source {
    case .caller: method = "send"
    case .effect:
      method = "receive"
      let pause = milliseconds(to: step.time)
      if pause > 0 { steps.append("  await store.advance(by: .milliseconds(\(pause)))") }
      let after = pause > 0 ? ".milliseconds(\(pause))" : ".zero"
      sends.append("      \(count): (\(action), after: \(after)),")
    }
    let changes = ChangeAssignments.lines(from: step.before, to: step.after)
    steps.append(
      "  await store.\(method)(\(action))"
        + (changes.isEmpty ? "" : " {\n\(changes.map { "    \($0)\n" }.joined())  }"))
    count += 1
    time = step.time
  }

  /// How long an effect took since the last step: a test needs no more exact times.
  private func milliseconds(to next: Duration) -> Int64 {
    max(0, (next - time).nanoseconds + 500_000) / 1_000_000
  }

  private static func source(of value: some Encodable) -> String {
    SourceLiteral.text(value) ?? SourceText.json(value)
  }

  var text: String {
    let module = String(String(reflecting: Feature.self).prefix { $0 != "." })
    let effects = sends.isEmpty ? ".withoutEffects()" : ".sendingRecorded([\n"
    let list = sends.isEmpty ? [] : sends + ["    ])"]
    let overrides =
      draws.isEmpty
      ? ["    $0.useRecordedDraws([])"]
      : ["    $0.useRecordedDraws(["] + draws.map { "      \(SourceText.raw($0))," } + ["    ])"]
    let lines =
      [
        "import Foundation", "import RatchetTesting", "", "@testable import \(module)", "",
        "@Test(\("The recording of \(title)".debugDescription))",
        "@MainActor func recording() async {",
        "  let store = TestStore(initialState: \(initialState)) {",
        "    \(feature)\(effects)".trimmingLineEnd,
      ] + list + ["  } withDependencies: {"] + overrides + ["  }"] + steps + ["}"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}

/// Writes text as Swift source.
enum SourceText {
  /// A raw string, so that JSON is written as it is.
  static func raw(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\(signs)") || text.contains("\\\(signs)") { signs += "#" }
    return "\(signs)\"\(text)\"\(signs)"
  }

  /// A call that decodes a value which has no source of its own.
  static func json(_ value: some Encodable) -> String {
    guard let data = try? JSONEncoder.ofRecordings.encode(value) else {
      return "<#\(ValueLine.text(value))#>"
    }
    return "recorded(\(raw(String(decoding: data, as: UTF8.self))))"
  }
}
