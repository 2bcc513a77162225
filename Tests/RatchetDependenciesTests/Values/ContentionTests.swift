import RatchetDependencies
import Synchronization
import Testing

@Suite struct ContentionTests {
  @Test("a hundred tasks get one value in each of a thousand rounds")
  func aHundredTasksGetOneValueInEachOfAThousandRounds() async {
    for _ in 0..<1_000 {
      let values = DependencyValues.freshScope
      let identities = await values.withValues {
        await withTaskGroup(of: ObjectIdentifier.self) { group in
          for number in 0..<100 {
            group.addTask {
              number.isMultiple(of: 2) ? read(TokenKey.self).id : read(WrapperKey.self).token.id
            }
          }
          return await group.reduce(into: Set()) { $0.insert($1) }
        }
      }
      #expect(identities.count == 1)
    }
  }

  @Test("a hundred tasks get one value per override in each of a hundred rounds")
  func aHundredTasksGetOneValuePerOverrideInEachOfAHundredRounds() async {
    for _ in 0..<100 {
      let shared = DependencyValues.freshScope
      let owners = (0..<5).map { number in
        var values = shared
        values.level = number
        return values
      }
      let found = await withTaskGroup(of: Found.self) { group in
        for number in 0..<100 {
          group.addTask {
            owners[number % 5].withValues {
              let value = read(LevelTokenKey.self)
              return Found(number: number % 5, level: value.level, token: value.token.id)
            }
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(found.count == 5)
      #expect(found.allSatisfy { $0.number == $0.level })
    }
  }

  @Test("a locked value counts exactly") func aLockedValueCountsExactly() async {
    let locked = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask { for _ in 0..<1_000 { locked.withLock { $0 += 1 } } }
      }
    }
    #expect(locked.withLock { $0 } == 100_000)
  }

  // MARK: - Fixtures

  private struct Found: Hashable {
    let number: Int
    let level: Int
    let token: ObjectIdentifier
  }

  private enum TokenKey: DependencyKey {
    static var liveValue: Token { Token() }
    static var testValue: Token { Token() }
  }

  private enum WrapperKey: DependencyKey {
    struct Value: Sendable { let token: Token }
    static var liveValue: Value { Value(token: read(TokenKey.self)) }
    static var testValue: Value { liveValue }
  }

  private enum LevelTokenKey: DependencyKey {
    struct Value: Sendable {
      let level: Int
      let token = Token()
    }
    static var liveValue: Value { Value(level: read(LevelKey.self)) }
    static var testValue: Value { liveValue }
  }
}

private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  @Dependency(key) var value
  return value
}

extension Token {
  fileprivate var id: ObjectIdentifier { ObjectIdentifier(self) }
}
