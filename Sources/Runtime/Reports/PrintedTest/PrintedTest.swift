import Ratchet
import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints a failing run of `simulate` as the source of a test that fails in the same way.
///
/// Used by `simulate`. The printed test sends the actions of the run and advances by its times. The
/// feature, the state, the overrides of dependencies, and the failing condition are copied from the
/// source of the call of `simulate`:
///
/// ```text
/// await simulate(Todos(), from: Todos.State()) { world in
///   world.dependencies { values, draw in ... }
///   world.always("ids are unique") { ... }
/// }
/// ```
///
/// Code that is not found there becomes an editor placeholder (`<#the feature#>`), which does not
/// compile. If the source uses what the function around the call declares, a comment names it.
package struct PrintedTest {
  private let run: PrintedRun
  /// The call of `simulate` in the source; `nil` if it is not found.
  private let call: SourceCall?
  /// Whether the run overrides dependencies.
  private let hasOverrides: Bool
  /// The source of the initial state, if the call has no argument for the state.
  private let initialState: () -> String?

  /// Reads the source file of the test, and parses the call of `simulate` at a line and a column.
  package init(
    _ run: PrintedRun, callIn file: String, line: Int, column: Int, hasOverrides: Bool,
    initialState: @escaping () -> String?
  ) {
    self.run = run
    self.hasOverrides = hasOverrides
    self.initialState = initialState
    call = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { source in
      SourceCall(of: "simulate", in: source, line: line, column: column)
    }
  }

  /// The source of the test.
  package var text: String {
    let steps = self.steps
    if steps.count > PrintedRun.maxSteps {
      return "(none is printed: it would have \(steps.count) steps)"
    }
    let lines = head + start + ["  store.exhaustivity = .off"] + steps + end + ["}"]
    return lines.joined(separator: "\n")
  }

  /// The name of the failing condition; `nil` if an issue was recorded instead.
  private var failed: String? {
    switch run.failure {
    case .always(let name), .eventually(let name): name
    case .issue, nil: nil
    }
  }

  /// The lines up to the declaration of the store.
  private var head: [String] {
    [
      failed.map { "@Test(\($0.debugDescription))" } ?? "@Test",
      "@MainActor func simulationFailure() async {",
    ] + missingDeclarations + worldValue
      + (drawName.map { ["  let \($0) = Draw(\(drawArguments))"] } ?? [])
  }

  /// The declaration of the value of the argument `world`, such as a server, if the call has one.
  ///
  /// The second parameter of the closure names it. A *move* is a closure of `world.send`, which
  /// makes an action; the printed test has the actions, but not the closures.
  private var worldValue: [String] {
    let value = call?.arguments.first { $0.label == "world" }?.text
    let name = call?.closure.flatMap { $0.parameters.dropFirst().first }
    guard let value, let name, name != "_" else { return [] }
    let isMoved = calls(of: "send").contains { SourceLocals.isUsed(name, in: $0.block ?? "") }
    let comment =
      "  // If moves change '\(name)', change it here, too: only their actions are printed."
    return (isMoved ? [comment] : []) + ["  let \(name) = Simulated(\(value))"]
  }

  /// A comment on what the source uses of the function around the call of `simulate`.
  private var missingDeclarations: [String] {
    let arguments =
      call?.arguments.filter { [nil, "from", "world"].contains($0.label) }.map(\.text) ?? []
    let condition = failedCondition.map { $0.block ?? $0.arguments[$0.arguments.count - 1].text }
    let sources = arguments + closures.map(\.body) + [condition].compactMap(\.self)
    // Also what the closure of the world declares for its own closures: as the body of a function,
    // because only names in functions are found.
    let inside = SourceLocals.names(before: "func world() {\(call?.closure?.body ?? "")")
    let names = inside.union(call?.locals ?? []).filter { name in
      sources.contains { SourceLocals.isUsed(name, in: $0) }
    }
    if names.isEmpty { return [] }
    return [
      "  // To compile, this test needs declarations of the function that calls 'simulate':",
      "  // \(names.sorted().joined(separator: ", "))",
    ]
  }

  /// The call that declares the failing condition: of `world.always`, `world.sent(_:atMost:)`, or
  /// `world.eventually`.
  private var failedCondition: SourceCall? {
    switch run.failure {
    case .always(let name): declaration("always", name) ?? declaration("sent", name)
    case .eventually(let name): declaration("eventually", name)
    case .issue, nil: nil
    }
  }

  /// The call of a method of the world whose first argument is this name.
  private func declaration(_ method: String, _ name: String) -> SourceCall? {
    calls(of: method).first { $0.arguments.first?.text == name.debugDescription }
  }

  /// The faults and draws of the overrides, as arguments.
  private var drawArguments: String {
    let faults = run.faults.sorted { $0.key < $1.key }
      .map { "\($0.key.debugDescription): \($0.value)" }
    return [
      faults.isEmpty ? nil : "faults: [\(faults.joined(separator: ", "))]",
      run.draws.isEmpty ? nil : "replaying: \(run.draws)",
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var restarts: Int { run.restarts }

  /// The name of the store after a number of restarts.
  private static func store(after restarts: Int) -> String {
    restarts == 0 ? "store" : "store\(restarts + 1)"
  }

  /// The call that makes a store with its schedule.
  private func makeStore(_ number: Int) -> String {
    "makeStore(\(run.isInOrder ? "" : run.schedules[number]))"
  }

  /// The declaration of the store, in a closure if the run makes several, and of the counts that
  /// `world.sent(_:atMost:)` needs.
  private var start: [String] {
    let counts = failedCondition?.arguments.contains { $0.label == "atMost" } == true
    let declarations = counts ? ["  var counts: [AnyHashable?: Int] = [:]"] : []
    guard restarts > 0 else {
      // The expression has its own indentation of two spaces.
      return declarations + ["  let store = \(store[0].dropFirst(2))"] + store.dropFirst()
    }
    return declarations + ["  let makeStore = {\(run.isInOrder ? "" : " (schedule: Schedule) in")"]
      + store.map { "  \($0)" } + ["  }", "  let store = \(makeStore(0))"]
  }

  /// The expression that makes the store, with the feature and the overrides.
  private var store: [String] {
    let feature = call?.arguments.first { $0.label == nil }?.text ?? "<#the feature#>"
    let state =
      call?.arguments.first { $0.label == "from" }?.text ?? initialState()
      ?? "<#the initial state#>"
    let schedule =
      run.isInOrder ? "" : ", schedule: \(restarts > 0 ? "schedule" : run.schedules[0])"
    return ["  TestStore(initialState: \(state)\(schedule)) {"]
      + Self.lines(feature, indentedBy: 4) + invariant + overrides
  }

  /// A reducer that checks the failing invariant after each action.
  private var invariant: [String] {
    guard case .always(let name) = run.failure else { return [] }
    if let call = declaration("sent", name) { return count(call) }
    return ["    Reduce { state, _ in"] + expectation(of: "state", indentedBy: 6)
      + ["      return .none", "    }"]
  }

  /// A reducer that checks `world.sent(_:atMost:)`: it counts the actions of each key that the
  /// closure gives, and expects at most the limit.
  private func count(_ call: SourceCall) -> [String] {
    let limit = call.arguments.first { $0.label == "atMost" }?.text ?? "<#the limit#>"
    let key = call.block.map { "{\($0)}" } ?? call.arguments[call.arguments.count - 1].text
    return ["    Reduce { state, action in"]
      + Self.lines("let key: AnyHashable? = \(key)(state, action)", indentedBy: 6)
      + [
        "      if key != nil { counts[key, default: 0] += 1 }",
        "      #expect(counts[key, default: 0] <= \(limit))",
        "      return .none", "    }",
      ]
  }

  /// The end of the store's expression, with the bodies of all overrides in one closure.
  private var overrides: [String] {
    guard hasOverrides else { return ["  }"] }
    let closures = self.closures
    guard let parameter = closures.first?.parameters.first else {
      return ["  } withDependencies: { _ in", "    <#the overrides#>", "  }"]
    }
    return ["  } withDependencies: { \(parameter) in"]
      + closures.flatMap { Self.lines($0.body, indentedBy: 4) } + ["  }"]
  }

  /// The closures of the overrides, if all of them have the same parameter names.
  private var closures: [SourceClosure] {
    let closures = calls(of: "dependencies").compactMap(\.closure)
    return Set(closures.map(\.parameters)).count == 1 ? closures : []
  }

  /// The name of the overrides' second parameter, a `Draw`, which gives random numbers and faults.
  private var drawName: String? {
    let name = closures.first.flatMap { $0.parameters.count == 2 ? $0.parameters[1] : nil }
    return name == "_" ? nil : name
  }

  /// The statements for the steps of the run; after a restart, they use the next store.
  private var steps: [String] {
    var (restarts, time) = (0, Duration.zero)
    return run.steps.flatMap { step -> [String] in
      let store = Self.store(after: restarts)
      switch step {
      case .send(let action):
        let text = SourceLiteral.text(action) ?? "<#\(ValueLine.text(action))#>"
        return ["  await \(store).send(\(text))"]
      case .advance(let duration):
        time += duration
        return ["  await \(store).advance(by: \(duration.sourceText))"]
      case .restart(let isCrash):
        restarts += 1
        let next = Self.store(after: restarts)
        let argument = isCrash ? "afterCrash: true" : ""
        let end = ["  await \(store).skipInFlightEffects()", "  await \(store).settle()"]
        let start = "  // The next clock starts at 0; in the simulation, it continues at \(time)."
        return (isCrash ? [] : end) + (time == .zero ? [] : [start]) + [
          "  let \(next) = withDependencies {",
          "    $0.sharedStorage = \(store).dependencies.sharedStorage.restarted(\(argument))",
          "  } operation: {", "    \(makeStore(restarts))", "  }", "  \(next).exhaustivity = .off",
        ]
      case .stopFaults: return drawName.map { ["  \($0).stopFaults()"] } ?? []
      case .settle: return ["  await \(store).settle()"]
      }
    }
  }

  /// The expectation at the end of the test, if the condition fails there.
  private var end: [String] {
    let isAtEnd =
      switch run.failure {
      case .always: run.isFoundAtEnd
      case .eventually: true
      case .issue, nil: false
      }
    return isAtEnd ? expectation(of: "\(Self.store(after: restarts)).state", indentedBy: 2) : []
  }

  /// The expectation that a state satisfies the failing condition, whose source is copied.
  private func expectation(of state: String, indentedBy indentation: Int) -> [String] {
    var text = "<#\(failed ?? "")#>(\(state))"
    if let block = failedCondition?.block {
      text = "{\(block)}(\(state))"
    } else if let condition = failedCondition?.arguments.last?.text {
      text =
        condition.hasPrefix("\\") ? "\(state)[keyPath: \(condition)]" : "\(condition)(\(state))"
    }
    return Self.lines("#expect(\(text))", indentedBy: indentation)
  }

  /// The calls of a method of the world, the first parameter of the closure of `simulate`.
  private func calls(of method: String) -> [SourceCall] {
    guard let closure = call?.closure, let world = closure.parameters.first else { return [] }
    return closure.calls(of: method, on: world)
  }

  /// Changes the indentation of a text as a whole, without its empty lines.
  ///
  /// All lines lose the indentation that they share. A first line that followed other text in the
  /// source (`isInline`) does not share it.
  private static func lines(_ text: String, indentedBy indentation: Int) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    func spaces(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    let isInline = text.first { $0 != " " } != "\n"
    let shared = lines.dropFirst(isInline ? 1 : 0).map(spaces).min() ?? 0
    return lines.enumerated().map { index, line in
      let removed = index == 0 && isInline ? spaces(line) : shared
      return String(repeating: " ", count: indentation) + line.dropFirst(removed)
    }
  }
}
