import RatchetDependencies
import Testing

@Suite struct IsolationTests {
  @MainActor @Test("an asynchronous operation stays on the main actor")
  func anAsynchronousOperationStaysOnTheMainActor() async {
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

  @Test("an asynchronous operation stays on an actor") func anAsynchronousOperationStaysOnAnActor()
    async
  {
    #expect(await Worker().work() == 2)
  }

  @MainActor @Test("an asynchronous operation stays with the caller of its function")
  func anAsynchronousOperationStaysWithTheCallerOfItsFunction() async {
    await inheriting()
    await isolated()
  }

  private nonisolated(nonsending) func inheriting() async {
    await withDependencies {
      $0.level = 2
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  private func isolated(isolation: isolated (any Actor)? = #isolation) async {
    await withDependencies {
      $0.level = 2
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  @Test("a concurrent operation may return what is not sendable")
  func aConcurrentOperationMayReturnWhatIsNotSendable() async {
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
