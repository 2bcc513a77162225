import RatchetDependencies
import Testing

@Suite struct InheritanceTests {
  @Test("child tasks inherit overrides") func childTasksInheritOverrides() async {
    await withDependencies {
      $0.level = 7
    } operation: {
      async let one = Reader().level
      let all = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { Reader().level } }
        return await group.reduce(0, +)
      }
      #expect(await one == 7)
      #expect(all == 70)
    }
  }

  @Test("unstructured tasks inherit overrides and keep them, and detached tasks do not")
  func unstructuredTasks() async {
    let (task, detached) = withDependencies {
      $0.level = 7
    } operation: {
      let task = Task {
        await Task.yield()
        return Reader().level
      }
      return (task, Task.detached { Reader().level })
    }
    #expect(await task.value == 7)
    #expect(await detached.value == 1)
  }

  @Test("captured dependencies are in force in an escaping closure")
  func capturedDependenciesAreInForceInAnEscapingClosure() async {
    let captured = withDependencies {
      $0.level = 7
    } operation: {
      DependencyValues.capture()
    }
    let level = await Task.detached { captured.run { Reader().level } }.value
    let later = await Task.detached {
      await captured.run {
        await Task.yield()
        return Reader().level
      }
    }.value
    #expect([level, later, Reader().level] == [7, 7, 1])
  }
}
