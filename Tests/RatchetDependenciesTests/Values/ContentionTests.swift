import RatchetDependencies
import TestSupport
import Testing

@Suite struct ContentionTests {
  @Test(
    "a hundred tasks get one value, and one for each override of what it needs",
    .deep(1_000, small: 20))
  func aHundredTasksGetOneValue() async {
    for _ in 0..<Deep.size {
      let shared = DependencyValues.freshScope
      let owners = (0..<5).map { number in
        var values = shared
        values.level = number
        return values
      }
      let found = await withTaskGroup(of: Found.self) { group in
        for number in 0..<100 {
          group.addTask { owners[number % 5].withValues { Found(number: number % 5) } }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(found.count == 5)
      #expect(found.allSatisfy { $0.number == $0.level })
      #expect(Set(found.map(\.token)).count == 5)
      #expect(Set(found.map(\.shared)).count == 1)
    }
  }

  // MARK: - Fixtures

  private struct Found: Hashable {
    let number: Int
    let level: Int
    let token: ObjectIdentifier
    let shared: ObjectIdentifier

    /// Reads the values, some tasks the one and some the other first.
    init(number: Int) {
      if number.isMultiple(of: 2) { _ = read(TokenKey.self) }
      let value = read(LevelTokenKey.self)
      self.number = number
      level = value.level
      token = ObjectIdentifier(value.token)
      shared = ObjectIdentifier(read(TokenKey.self))
    }
  }

  private enum TokenKey: DependencyKey {
    static var liveValue: Token { Token() }
    static var testValue: Token { Token() }
  }

  private enum LevelTokenKey: DependencyKey {
    struct Value: Sendable {
      let level = read(LevelKey.self)
      let shared = read(TokenKey.self)
      let token = Token()
    }
    static var liveValue: Value { Value() }
    static var testValue: Value { Value() }
  }
}

private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  @Dependency(key) var value
  return value
}
