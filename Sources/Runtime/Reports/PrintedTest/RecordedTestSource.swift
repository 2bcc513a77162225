import Ratchet
import RatchetDependencies
import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Collects the steps of a replay as the source of a test, for `Recording.testSource`.
///
/// `begin` takes the initial state, `add` each step; then `text` is the source. Reads are values
/// that reducers took from dependencies such as `uuid`; the test gives them to the reducers again.
/// Arrivals are changes of shared values from outside the store; the recording has them among the
/// reads. The test calls functions of `RecordedTest`, in `RatchetTesting`.
struct RecordedTestSource<Feature: Reducer>
where Feature.State: Codable, Feature.Action: Codable {
  /// The program and its version, for the name of the test.
  private let title: String
  /// The name of the feature's type.
  private let typeName: String
  /// The expression that makes the feature.
  private let feature: String
  /// The source of the state with which the test begins.
  private var initialState = ""
  /// The reads of all steps, in order, each as JSON, without those in `arrivals`.
  private var recordedReads: [String] = []
  /// The actions that effects sent, each with the number of the test's step that it follows.
  private var sends: [String] = []
  /// The changes of shared keys from outside the store, each with the step that took it.
  private var arrivals: [String] = []
  /// The statements of the test that send, receive, or let time pass.
  private var steps: [String] = []
  /// The number of steps added so far, which numbers `sends` and `arrivals`.
  private var count = 0
  /// The time of the step that was added last.
  private var time = Duration.zero
  /// Writes what each step changes in the state.
  private var assignments = ChangeAssignments()

  init(title: String, name: String, feature: String) {
    self.title = title
    typeName = name
    self.feature = feature
  }

  /// Takes the state with which the test begins.
  mutating func begin(_ state: Feature.State) {
    initialState = source(of: state, as: "State")
  }

  /// Adds a step: `send` for an action of a caller, `receive` for an action of an effect, with the
  /// changes that are expected.
  ///
  /// Only before an action of an effect does time pass: the effect sleeps for the time since the
  /// step before.
  mutating func add(
    _ step: ReplayedStep<Feature.State, Feature.Action>
  ) throws(RecordingError) {
    func isArrival(_ read: [String: RecordedJSON]) -> Bool {
      read.keys.contains(where: ReadTape.isArrival)
    }
    let changes = try Self.texts(of: step.reads.filter(isArrival))
    recordedReads += try Self.texts(of: step.reads.filter { !isArrival($0) })
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

  /// The reads of a step, each as JSON text.
  private static func texts(of reads: [[String: RecordedJSON]]) throws(RecordingError) -> [String] {
    do {
      let encoder = JSONEncoder.ofRecordings
      return try reads.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    } catch {
      throw RecordingError(.undecodable, RecordingError.reason(of: error))
    }
  }

  /// The time from the last step to an effect's action, rounded to milliseconds, which are exact
  /// enough for a test.
  private func milliseconds(to next: Duration) -> Int64 {
    max(0, (next - time).nanoseconds + 500_000) / 1_000_000
  }

  /// The source of a state or an action.
  ///
  /// If the source is a call that decodes JSON, adds the type to decode.
  private mutating func source(of value: Any, as type: String) -> String {
    let text = assignments.text(value)
    return text.hasPrefix(SourceText.decoding) ? "\(text) as \(typeName).\(type)" : text
  }

  /// The source of the test, a whole file.
  var text: String {
    let modules = assignments.source.modules.union(
      RecordedTestValues.modules(of: Feature.self))
    // Called without reads, too, because it also gives other dependencies their live values.
    let overrides =
      recordedReads.isEmpty
      ? ["    RecordedTest.setReads([], of: &$0)"]
      : ["    RecordedTest.setReads(["] + recordedReads.map { "      \(SourceText.raw($0))," } + [
        "    ], of: &$0)"
      ]
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

  /// The lines of the feature, which sends what was recorded instead of running its effects.
  ///
  /// ```text
  /// RecordedTest.feature(Facts(), sending: [
  ///   1: (.loaded("42"), after: .zero),
  /// ], arriving: [
  ///   2: [#"{"read:total":3}"#],
  /// ])
  /// ```
  private var reducer: [String] {
    let lists = [("sending", sends), ("arriving", arrivals)].filter { !$0.1.isEmpty }
    var lines = ["    RecordedTest.feature(\(feature)"]
    for (label, list) in lists {
      lines[lines.count - 1] += ", \(label): ["
      lines += list + ["    ]"]
    }
    lines[lines.count - 1] += ")"
    return lines
  }
}

/// Writes values as source that compiles, and collects the modules that a test has to import.
///
/// Used for the test that `Recording.testSource` writes. Structs are decoded from JSON, because a
/// program cannot find out which initializers they have.
struct RecordedTestValues {
  /// The modules of the types whose cases and members are used.
  private(set) var modules: Set<String> = []

  /// The source of a value in a context that determines its type.
  ///
  /// A value that can be written neither as source nor as JSON becomes a placeholder of the editor.
  mutating func text(_ value: Any) -> String {
    guard let (text, enums) = SourceLiteral.parts(of: value, writeStruct: SourceText.json) else {
      return SourceText.json(value) ?? "<#\(ValueLine.text(value))#>"
    }
    for type in enums { use(type) }
    return text
  }

  /// Adds the module of a type to those that the test imports.
  mutating func use(_ type: any Any.Type) {
    modules.formUnion(Self.modules(of: type))
  }

  /// The modules to import for a type, without those that each test imports.
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
      "RatchetReports", "RatchetTesting", "Swift",
    ]
  }
}
