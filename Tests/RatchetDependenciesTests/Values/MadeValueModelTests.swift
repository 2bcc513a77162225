import RatchetDependencies
import TestSupport
import Testing

@Suite struct MadeValueModelTests {
  @Test(
    "a value is made once per scope and overrides of what it needs", .deep(1_000, small: 40))
  func aValueIsMadeOncePerScopeAndOverridesOfWhatItNeeds() {
    for seed in 0..<UInt64(Deep.size) {
      var program = Program(seed: seed)
      for step in 0..<80 {
        program.change()
        guard let mistake = program.mistake() else { continue }
        Issue.record("seed \(seed), step \(step): \(mistake)")
        return
      }
    }
  }

  // MARK: - Fixtures

  private enum FirstKey: DependencyKey {
    static var liveValue: Int { 0 }
    static var testValue: Int { 0 }
  }

  private enum SecondKey: DependencyKey {
    static var liveValue: Int { 0 }
    static var testValue: Int { 0 }
  }

  /// Made from the second key only if the first one's value is odd.
  private enum MadeKey: DependencyKey {
    struct Value: Sendable {
      let first: Int
      let second: Int?
      let token = Token()
    }

    static var liveValue: Value {
      let first = DependencyValues.current[FirstKey.self]
      let second = first.isMultiple(of: 2) ? nil : DependencyValues.current[SecondKey.self]
      return Value(first: first, second: second)
    }
    static var testValue: Value { liveValue }
  }

  /// What a made value depends on: each number stands for one override, or one scope.
  private struct Identity: Hashable {
    let scope: Int
    let first: Int
    let second: Int?
  }

  private struct Program {
    /// Copies of values, and what is in force in them; the last one is used.
    private var stack: [(values: DependencyValues, scope: Int, first: Int, second: Int)]
    private var made: [Identity: Token] = [:]
    private var count = 0
    private let random: RandomNumberSource

    init(seed: UInt64) {
      random = .seeded(seed)
      stack = [(.freshScope, 0, 0, 0)]
    }

    mutating func change() {
      count += 1
      let top = stack.count - 1
      switch random({ Int.random(in: 0..<10, using: &$0) }) {
      case 0:
        stack[top].values[FirstKey.self] = count
        stack[top].first = count
      case 1:
        stack[top].values[SecondKey.self] = count
        stack[top].second = count
      case 2:
        stack[top].values.beginScope()
        stack[top].scope = count
      case 3: stack.append(stack[top])
      case 4 where top > 0: stack.removeLast()
      default:
        let times = random { Int.random(in: 0..<20, using: &$0) }
        for number in 0..<times { stack[top].values.level = number }
      }
    }

    /// What is wrong with the made value that is read now.
    mutating func mistake() -> String? {
      let top = stack[stack.count - 1]
      let second = top.first.isMultiple(of: 2) ? nil : top.second
      let value = top.values[MadeKey.self]
      if value.first != top.first { return "the first is \(value.first), not \(top.first)" }
      if value.second != second { return "the second is not \(top.second)" }
      let identity = Identity(scope: top.scope, first: top.first, second: second)
      if let token = made[identity] {
        return token === value.token ? nil : "made twice: \(identity)"
      }
      if made.values.contains(where: { $0 === value.token }) { return "shared: \(identity)" }
      made[identity] = value.token
      return nil
    }
  }
}
