import FoundationEssentials
public import Ratchet
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
  /// Structs are written as JSON, because nothing tells which initializers they have. Actions must
  /// be `Equatable`; members that change must be those that a test can set.
  ///
  /// - Parameters:
  ///   - feature: The feature that was recorded, as it is now.
  ///   - count: The most steps; of more, the last, beginning with the state before them. Steps
  ///     before the last store that went on are left out, too.
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
      title: "\(program) \(version)", name: name, feature: source ?? "\(name)()")
    let all = try Replay(self, feature)
    try all.run(lenient: lenient)
    let replay = try Replay(self, feature)
    let first = max(all.begin, all.steps - max(0, count))
    while replay.steps < first, try replay.next() != nil {}
    while replay.steps < all.steps, let step = try replay.nextStep() {
      if step.number == first + 1 { test.begin(step.before) }
      try test.add(step)
    }
    if first == all.steps { test.begin(all.state) }
    return test.text
  }
}

/// The source of a test, which grows with the steps of a replay.
struct RecordedTest<Feature: Reducer>
where Feature.State: Codable, Feature.Action: Codable {
  private let title: String
  /// The name of the feature's type.
  private let name: String
  /// The source of the feature.
  private let feature: String
  private var initialState = ""
  private var draws: [String] = []
  /// What effects send, after which step of the test.
  private var sends: [String] = []
  /// What came from outside to shared keys, with which step.
  private var arrivals: [String] = []
  private var steps: [String] = []
  private var count = 0
  private var time = Duration.zero
  private var assignments = ChangeAssignments()

  init(title: String, name: String, feature: String) {
    self.title = title
    self.name = name
    self.feature = feature
  }

  mutating func begin(_ state: Feature.State) {
    initialState = source(of: state, as: "State")
  }

  mutating func add(
    _ step: ReplayedStep<Feature.State, Feature.Action>
  ) throws(RecordingError) {
    let draws = try Self.texts(of: step.draws)
    let changes = draws.filter { $0.hasPrefix(SharedArrivals.drawPrefix) }
    self.draws += draws.filter { !changes.contains($0) }
    if !changes.isEmpty {
      let list = changes.map(SourceText.raw).joined(separator: ", ")
      arrivals.append("      \(count + 1): [\(list)],")
    }
    let action = source(of: step.action, as: "Action")
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
    let expected = assignments.lines(from: step.before, to: step.after)
    steps.append(
      "  await store.\(method)(\(action))"
        + (expected.isEmpty ? "" : " {\n\(expected.map { "    \($0)\n" }.joined())  }"))
    count += 1
    time = step.time
  }

  /// Draws, each as JSON.
  private static func texts(of draws: [[String: RecordedJSON]]) throws(RecordingError) -> [String] {
    do {
      let encoder = JSONEncoder.ofRecordings
      return try draws.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    } catch {
      throw RecordingError(.undecodable, RecordingError.reason(of: error))
    }
  }

  /// How long an effect took since the last step: a test needs no more exact times.
  private func milliseconds(to next: Duration) -> Int64 {
    max(0, (next - time).nanoseconds + 500_000) / 1_000_000
  }

  /// The source of a whole state or action, whose type has to be said if it is decoded.
  private mutating func source(of value: Any, as type: String) -> String {
    let text = assignments.text(value)
    return text.hasPrefix(SourceText.decoding) ? "\(text) as \(name).\(type)" : text
  }

  var text: String {
    let modules = assignments.source.modules.union(
      RecordedTestValues.modules(of: Feature.self))
    let overrides =
      draws.isEmpty
      ? ["    $0.useRecordedDraws([])"]
      : ["    $0.useRecordedDraws(["] + draws.map { "      \(SourceText.raw($0))," } + ["    ])"]
    let lines =
      [
        "import Foundation", "import RatchetTesting", "",
      ] + modules.sorted().map { "@testable import \($0)" } + [
        "",
        "@Test(\("The recording of \(title)".debugDescription))",
        "@MainActor func recording() async {",
        "  let store = TestStore(initialState: \(initialState)) {",
      ] + reducer + ["  } withDependencies: {"] + overrides + ["  }"] + steps + ["}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The feature, with what was recorded instead of its effects.
  private var reducer: [String] {
    if sends.isEmpty, arrivals.isEmpty { return ["    \(feature).withoutEffects()"] }
    let end = ["    ])"]
    let effects = sends.isEmpty ? "[:]" : "["
    let list = ["    \(feature).sendingRecorded(\(effects)"] + sends
    if arrivals.isEmpty { return list + end }
    let begin = sends.isEmpty ? [list[0] + ", arriving: ["] : list + ["    ], arriving: ["]
    return begin + arrivals + end
  }
}

/// Writes the values of a test so that it compiles, whichever initializers their types have.
struct RecordedTestValues {
  /// The modules of the types whose cases and members are used.
  private(set) var modules: Set<String> = []

  /// A value where its type is known.
  ///
  /// Structs are decoded from JSON.
  mutating func text(_ value: Any) -> String {
    guard let (text, enums) = SourceLiteral.parts(of: value, writeStruct: SourceText.json) else {
      return SourceText.json(value) ?? "<#\(ValueLine.text(value))#>"
    }
    for type in enums { use(type) }
    return text
  }

  /// Has the module of a type imported.
  mutating func use(_ type: any Any.Type) {
    modules.formUnion(Self.modules(of: type))
  }

  /// The modules that have to be imported for a type: none for one that each test imports.
  static func modules(of type: any Any.Type) -> Set<String> {
    // `Module.Type`, or `(extension in Module):Other.Type`.
    let names = String(reflecting: type).prefix { $0 != "." }.split(separator: ":")
    let modules = names.map { name in
      String(name.hasPrefix("(extension in ") ? name.dropFirst(14).dropLast() : name)
    }
    return Set(modules).subtracting(imported)
  }

  private static var imported: Set<String> {
    [
      "Foundation", "FoundationEssentials", "Ratchet", "RatchetDependencies", "RatchetRecording",
      "RatchetTesting", "Swift",
    ]
  }
}

/// Writes text as Swift source.
enum SourceText {
  /// How the call begins that decodes a value.
  static let decoding = "recorded("

  /// A raw string, so that JSON is written as it is.
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
