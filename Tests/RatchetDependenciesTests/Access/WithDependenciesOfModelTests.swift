import RatchetDependencies
import Testing

@Suite("withDependencies(from:)")
struct WithDependenciesOfModelTests {
  @Test("makes models under what the first one was made under")
  func children() async {
    let model = withDependencies {
      $0.level = 7
    } operation: {
      Model()
    }
    let child = withDependencies(from: model) { Model() }
    let grandchild = withDependencies(from: child) {
      $0.name = "grandchild"
    } operation: {
      Model()
    }
    #expect([model.level, child.level, grandchild.level] == [7, 7, 7])
    #expect([model.name, child.name, grandchild.name] == ["test", "test", "grandchild"])
    let later = await withDependencies(from: grandchild) {
      $0.level += 1
    } operation: {
      await Task.yield()
      return Reader().level
    }
    #expect(later == 8)
  }

  @Test("finds a property of a base class, and captured dependencies")
  func properties() {
    final class Derived: Model, @unchecked Sendable {}
    struct Captured { let dependencies = DependencyValues.capture() }
    let (derived, captured) = withDependencies {
      $0.level = 7
    } operation: {
      (Derived(), Captured())
    }
    #expect(withDependencies(from: derived) { Reader().level } == 7)
    #expect(withDependencies(from: captured) { Reader().level } == 7)
  }

  @Test("adds nothing for a model that was made where nothing was in force")
  func nothing() async {
    let found = messages {
      #expect(withDependencies(from: Reader()) { Reader().level } == 1)
    }
    #expect(found == [])
    let model = await Task.detached { Model() }.value
    withDependencies {
      $0.level = 3
    } operation: {
      #expect(withDependencies(from: model) { Reader().level } == 3)
    }
  }

  @Test("is reported for a model that keeps no dependencies")
  func report() {
    struct Plain { let number = 1 }
    let line: UInt = #line + 2
    let found = messages {
      #expect(withDependencies(from: Plain()) { Reader().level } == 3)
    } update: {
      $0.level = 3
    }
    #expect(found.map(\.line) == [line])
    #expect(
      found.map(\.text) == [
        """
        'withDependencies(from:)' was called with a 'Plain', which keeps no dependencies.

        The operation runs with the current ones. To fix this, give 'Plain' a property with \
        '@Dependency', or 'let dependencies = DependencyValues.capture()'.
        """
      ])
  }
}
