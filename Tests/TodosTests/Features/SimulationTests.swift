import Console
import Foundation
import RatchetTesting

@testable import todos

@MainActor @Suite("The saved list, simulated")
struct SimulationTests {
  @Test("is in the file whenever it says so, whatever the disk does and however slow it is")
  func saved() async {
    let file = Locked<[Item]>([])
    let problems = Locked(0)
    let report = await simulate(SavedTodos(), from: SavedTodos.State(), runs: 100) { world in
      world.send(weight: 3) { _, draw in .todos(.add(title: draw.text())) }
      world.send { state, draw in
        draw.element(of: state.todos.rows.ids).map { .todos(.remove($0)) }
      }
      world.send { state, draw in
        draw.element(of: state.todos.rows.ids).map {
          .todos(.row(id: $0, action: .complete(draw.bool())))
        }
      }
      world.send { state, draw in
        draw.element(of: state.todos.rows.ids).map {
          .todos(.row(id: $0, action: .remind(after: draw.duration(upTo: .seconds(3)))))
        }
      }
      world.send { state, draw in
        if state.todos.detail == nil {
          return draw.element(of: state.todos.rows.ids).map { .todos(.openDetail($0)) }
        }
        return .todos(.detail(.presented(draw.bool() ? .save : .noteChanged(draw.text()))))
      }
      world.send { _, _ in .todos(.clearCompleted) }
      world.send { _, _ in .flush }
      world.advance(weight: 3, upTo: .seconds(1))
      world.dependencies { values, draw in
        file.withLock { $0 = [] }
        problems.withLock { $0 = 0 }
        values.uuid = .incrementing
        values[NoticeClient.self] = NoticeClient { notice in
          if case .problem = notice { problems.withLock { $0 += 1 } }
        }
        values[StorageClient.self].save = { items async throws(StorageError) in
          @Dependency(\.continuousClock) var clock
          try? await clock.sleep(for: draw.duration(upTo: .seconds(1)))
          if Task.isCancelled { return }
          if draw.chance(0.3) { throw .notSaved(file: "todos.json", reason: "disk full") }
          file.withLock { $0 = items }
        }
      }
      world.always("ids are unique") { Set($0.todos.rows.ids).count == $0.todos.rows.count }
      world.always("the detail is that of a row") { state in
        state.todos.detail.map { state.todos.rows.contains(id: $0.id) } ?? true
      }
      world.always("what is saved is in the file") { state in
        !state.isSaved || file.withLock { $0 } == state.todos.items
      }
      world.eventually("the list is saved, or the user knows that it is not") { state in
        state.isSaved || problems.withLock { $0 } > 0
      }
    }
    #expect(report.sent.count == 2)
  }
}
