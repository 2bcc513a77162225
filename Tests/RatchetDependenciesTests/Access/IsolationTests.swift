import RatchetDependencies
import Testing

@Suite("An asynchronous operation")
struct IsolationTests {
  @MainActor @Test("stays on the main actor, under values that were captured too")
  func mainActor() async {
    var count = 0
    await withDependencies {
      $0.level = 2
    } operation: {
      MainActor.assertIsolated()
      count += 1
      await Task.yield()
      MainActor.assertIsolated()
      #expect(Reader().level == 2)
    }
    await DependencyValues.capture().run { [count] in
      MainActor.assertIsolated()
      #expect(count == 1)
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  @Test("stays on an actor") func actor() async {
    #expect(await Worker().work() == 2)
  }

  @MainActor @Test("stays with the caller of its function") func caller() async {
    await inheriting()
  }

  private nonisolated(nonsending) func inheriting() async {
    await withDependencies {
      $0.level = 2
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  @Test("may return what is not sendable, if it is concurrent")
  func notSendable() async {
    final class Box { var value = 1 }
    let box = await withDependencies {
      $0.level = 2
    } operation: {
      await Task.yield()
      return Box()
    }
    box.value += 1
    #expect(box.value == 2)
  }

  private actor Worker {
    private var value = 0

    func work() async -> Int {
      await withDependencies {
        $0.level = 2
      } operation: {
        assertIsolated()
        value += 1
        await Task.yield()
        assertIsolated()
        value += 1
      }
      return value
    }
  }
}
