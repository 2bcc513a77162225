import Observation
import RatchetTesting
import TestSupport

@MainActor @Suite("isDismissed")
struct StoreDismissalTests {
  @Test("comes with the end of all effects, those that have not begun too")
  func effects() async {
    let ran = Box<[String]>([])
    let store = ScriptStore([
      "start": .run(name: "before") { _ in await untilCancelled() },
      "close": .merge(
        .run { send in
          await dismissFeature()
          ran.value.append("after")
          await send("late")
        },
        .run { _ in ran.value.append("pending") },
        .concatenate(
          .run { _ in await untilCancelled() }, .run { _ in ran.value.append("sequence") })),
    ])
    store.send("start")
    store.send("close")
    #expect(store.isDismissed)
    #expect(store.inFlight.isEmpty)
    await store.finish()
    #expect(ran.value == ["after"])
    #expect(store.state == ["start", "close"])
    #expect(store.isAtRest)
  }

  @Test("is told to observers once, when all effects have ended")
  func observation() async {
    let gate = Signal()
    let store = ScriptStore([
      "close": .run { _ in
        await gate.wait()
        await dismissFeature()
      }
    ])
    let seen = Box<[Bool]>([])
    withObservationTracking {
      seen.value.append(store.isDismissed)
    } onChange: {
      MainActor.assumeIsolated { seen.value.append(store.isDismissed && store.inFlight.isEmpty) }
    }
    store.send("other")
    let task = store.send("close")
    #expect(seen.value == [false])
    gate.open()
    await task.finish()
    #expect(seen.value == [false, true])
  }

  @Test("drops what is sent afterwards, also to a scoped store, and reports the first action")
  func later() async {
    let messages = Messages()
    let store = Store(initialState: Family.State.full, log: messages) {
      Family()
      Reduce<Family.State, Family.Action> { _, action in
        if case .other(.operate) = action { return .run { _ in await dismissFeature() } }
        return .none
      }
    }
    let child = store.scope(state: \.child, action: Family.Action.child)
    await store.send(.other(.operate)).finish()
    #expect(store.isDismissed && child.isDismissed)
    await store.send(.child(.add(1))).finish()
    child.send(.add(2))
    store.send(.other(.add(1)))
    #expect(store.child.count == 0)
    #expect(
      messages.texts == [
        """
        An action was sent to a store that was dismissed: child(.add(1))

        This action and any later ones are dropped; this is reported once. The store keeps the \
        last value of its 'State'. To fix this, release the store once 'isDismissed' is true, and \
        create a new one to show the feature again.
        """
      ])
  }

  @Test("is reached from child tasks, from tasks, and from an effect under other dependencies")
  func tasks() async {
    let operations: [Effect<String>] = [
      .run { _ in
        async let done: Void = dismissFeature()
        await done
      },
      .run { _ in await Task { await dismissFeature() }.value },
      .run { _ in await withTaskGroup { group in group.addTask { await dismissFeature() } } },
      .concatenate(.send("first"), .run { _ in await dismissFeature() }),
      .run { _ in
        throw Unhandled()
      } catch: { _, _ in
        await dismissFeature()
      },
    ]
    for effect in operations {
      let store = Store(initialState: [String]()) {
        Script(effects: ["close": effect]).dependency(\.level, 5)
      }
      await store.send("close").finish()
      #expect(store.isDismissed)
      #expect(store.registry.isClean)
    }
  }

  @Test("is false after a dismissal that comes too late: of an effect that was cancelled or ended")
  func tooLate() async {
    let messages = Messages()
    let (gate, done) = (Signal(), Signal())
    let store = ScriptStore(
      [
        "cancelled": .run { _ in
          await gate.wait()
          await dismissFeature()
          done.open()
        }.cancellable(id: 1),
        "cancel": .cancel(id: 1),
        "ended": .run(name: "ended") { _ in
          Task {
            await gate.wait()
            await dismissFeature()
            done.open()
          }
        },
      ], log: messages)
    store.send("cancelled")
    store.send("cancel")
    gate.open()
    await done.wait()
    #expect(!store.isDismissed)
    #expect(messages.texts.isEmpty)
    await store.send("ended").finish()
    await store.finish()
    await MainActor.runQueue()
    #expect(!store.isDismissed)
    #expect(messages.texts.map { $0.hasPrefix("Effect \"ended\" (") } == [true])
    #expect(messages.texts.first?.contains("sent an action after it had ended: dismiss") == true)
  }
}

// MARK: - Fixtures

/// Calls the `dismiss` of the running effect.
func dismissFeature() async {
  @Dependency(\.dismiss) var dismiss
  await dismiss()
}

private struct Unhandled: Error {}
