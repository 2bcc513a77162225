import RatchetDependencies
import TestSupport
import Testing

@Suite("An object with @Dependency")
struct OriginTests {
  @Test("reads what a plain model of overrides says", .deep(1_000, small: 100))
  func random() {
    for seed in 0..<UInt64(Deep.size) {
      let random = RandomNumberSource.seeded(seed)
      let chains = random { generator in
        (0..<3).map { _ in
          (0..<Int.random(in: 0...(seed % 4 == 0 ? 40 : 4), using: &generator)).map { _ in
            Int.random(in: 0..<4, using: &generator)
          }
        }
      }
      let (common, own, later) = (chains[0], chains[1], chains[2])
      let found = withOverrides(of: common, as: "common") {
        let keys = withOverrides(of: own, as: "own") { FourKeys() }
        return withOverrides(of: later, as: "later") { keys.values }
      }
      let expected = (0..<4).map { key in
        later.contains(key)
          ? "later" : own.contains(key) ? "own" : common.contains(key) ? "common" : "declared"
      }
      #expect(found == expected, "seed \(seed): \(common) \(own) \(later)")
    }
  }

  @Test("keeps any number of overrides")
  func many() {
    let model = withOverrides(of: Array(repeating: 1, count: 40), as: "own") {
      withDependencies {
        $0.level = 7
      } operation: {
        withOverrides(of: Array(repeating: 2, count: 40), as: "own") { Model() }
      }
    }
    withDependencies {
      $0.name = "later"
    } operation: {
      #expect(model.level == 7)
      #expect(model.name == "later")
    }
  }

  @Test("finds a value that was created from its overrides, and the same one each time")
  func created() {
    let model = withDependencies {
      $0.level = 7
    } operation: {
      Pair()
    }
    #expect(model.one.level == 7)
    #expect(model.one.token === model.other.token)
    let outside = model.one.token
    withDependencies {
      $0.name = "later"
    } operation: {
      #expect(model.one.level == 7)
      #expect(model.one.name == "later")
      #expect(model.one.token === model.other.token)
      #expect(model.one.token !== outside)
      // What the same key has without the model's overrides.
      #expect(Pair().one.level == 1)
      #expect(Pair().one.name == "later")
    }
    #expect(model.one.token === outside)
  }

  @Test("keeps nothing in a value that is created, which its scope would own")
  func cycle() {
    weak var weakToken: Token?
    withDependencies {
      let token = Token()
      weakToken = token
      $0[TokenKey.self] = token
    } operation: {
      @Dependency(CreatedModelKey.self) var model
      #expect(model.level == 1)
      #expect(model.token != nil)
      #expect(weakToken != nil)
    }
    #expect(weakToken == nil)
  }

  @Test("keeps nothing where overrides are set")
  func update() async {
    await withDependencies {
      $0.level = 7
    } operation: {
      let values = withDependencies {
        $0[ModelKey.self] = Model()
      } operation: {
        DependencyValues.current[ModelKey.self]
      }
      #expect(values?.level == 7)
      #expect(await Task.detached { values?.level }.value == 1)
    }
  }

  @Test("may be an actor, or isolated to one, and is unlike a value, which keeps nothing")
  func isolated() async {
    let (actor, object, value) = withDependencies {
      $0.level = 7
    } operation: {
      (Worker(), Screen(), Reader())
    }
    #expect(await actor.work() == 7)
    #expect(await object.level == 7)
    #expect(value.level == 1)
    #expect(withDependencies(from: value) { value.level } == 7)
  }

  @Test("is released with what it keeps, also after reads under other overrides")
  func released() {
    weak var weakToken: Token?
    do {
      let model = withDependencies {
        let token = Token()
        weakToken = token
        $0[TokenKey.self] = token
      } operation: {
        Model()
      }
      withDependencies {
        let token = model.token
        $0.level = model.level + (token == nil ? 1 : 0)
        $0[ModelKey.self] = model
      } operation: {
        #expect(model.token != nil)
      }
    }
    #expect(weakToken == nil)
  }
}

// MARK: - Fixtures

// Safe: a class that is not final has to say so; its properties are constants to all but tests.
class Model: @unchecked Sendable {
  @Dependency(\.level) final var level
  @Dependency(NameKey.self) final var name
  @Dependency(TokenKey.self) final var token
}

private actor Worker {
  @Dependency(\.level) var level

  func work() async -> Int {
    await Task.yield()
    return level
  }
}

@MainActor private final class Screen {
  @Dependency(\.level) var level
}

private final class FourKeys {
  @Dependency(TextKey<Int8>.self) var zero
  @Dependency(TextKey<Int16>.self) var one
  @Dependency(TextKey<Int32>.self) var two
  @Dependency(TextKey<Int64>.self) var three

  var values: [String] { [zero, one, two, three] }
}

/// A key of its own for each type.
private enum TextKey<Tag>: DependencyKey {
  static var liveValue: String { "declared" }
  static var testValue: String { "declared" }
}

/// Runs an operation under one more override for each number of a key.
private func withOverrides<Result>(
  of keys: [Int], as text: String, _ operation: () -> Result
) -> Result {
  withDependencies { values in
    for key in keys {
      switch key {
      case 0: values[TextKey<Int8>.self] = text
      case 1: values[TextKey<Int16>.self] = text
      case 2: values[TextKey<Int32>.self] = text
      default: values[TextKey<Int64>.self] = text
      }
    }
  } operation: {
    operation()
  }
}

enum TokenKey: DependencyKey {
  static var liveValue: Token? { nil }
  static var testValue: Token? { nil }
}

private enum ModelKey: DependencyKey {
  static var liveValue: Model? { nil }
  static var testValue: Model? { nil }
}

private enum CreatedModelKey: DependencyKey {
  static var liveValue: Model { Model() }
  static var testValue: Model { Model() }
}

/// Two reads of a value that is created from two others.
private final class Pair {
  @Dependency(CreatedKey.self) var one
  @Dependency(CreatedKey.self) var other
}

private enum CreatedKey: DependencyKey {
  struct Value: Sendable {
    let level = DependencyValues.current[LevelKey.self]
    let name = DependencyValues.current[NameKey.self]
    let token = Token()
  }

  static var liveValue: Value { Value() }
  static var testValue: Value { Value() }
}
