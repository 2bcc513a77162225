import Foundation
import RatchetTesting
import TestSupport

@testable import todos

@MainActor @Suite("The list, simulated")
struct SimulationTests {
  @Test(
    "is kept as it is after every action, whatever another program does to it meanwhile",
    .deep(100, small: 10))
  func kept() async {
    let storage = Locked(SharedStorage())
    let key = Todos().key
    let report = await simulate(Todos(), from: Todos.State(), runs: Deep.size) { world in
      world.send(weight: 3) { _, draw in .add(title: draw.text()) }
      world.send { state, draw in draw.element(of: state.rows.ids).map { .remove($0) } }
      world.send { state, draw in
        draw.element(of: state.rows.ids).map { .row(id: $0, action: .complete(draw.bool())) }
      }
      world.send { state, draw in
        draw.element(of: state.rows.ids).map {
          .row(id: $0, action: .remind(after: draw.duration(upTo: .seconds(3))))
        }
      }
      world.send { state, draw in
        if state.detail == nil { return draw.element(of: state.rows.ids).map { .openDetail($0) } }
        return .detail(.presented(draw.bool() ? .save : .noteChanged(draw.text())))
      }
      world.send { _, _ in .clearCompleted }
      // Another program changes the list, and this one does something else.
      world.send { state, draw in
        let id = draw.element(of: state.rows.ids)
        storage.withLock(\.self).change(key) { items in
          if let id { items[id: id]?.title = "theirs" } else { items = [] }
        }
        return .show(.all)
      }
      world.advance(weight: 3, upTo: .seconds(1))
      world.dependencies { values, _ in
        values.uuid = .incrementing
        values[NoticeClient.self] = NoticeClient { _ in }
        values.sharedStorage = storage.withLock { storage in
          storage = SharedStorage()
          return storage
        }
      }
      world.always("ids are unique") { Set($0.rows.ids).count == $0.rows.count }
      world.always("the detail is that of a row") { state in
        state.detail.map { state.rows.contains(id: $0.id) } ?? true
      }
      world.eventually("the list is what is kept") { state in
        storage.withLock(\.self).value(of: key) == state.items
      }
    }
    #expect(report.sent.count > 2)
  }
}
