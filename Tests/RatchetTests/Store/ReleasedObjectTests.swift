import RatchetTesting

@MainActor
@Suite("An object that sends when it is released")
struct ReleasedObjectTests {
  @Test("while a cancel is carried out starts effects that go on")
  func carryOutEffects() async {
    let slot = Slot<ScriptStore>()
    let handle = Slot<StoreTask>()
    let store = ScriptStore(initialState: []) {
      Reduce { state, action in
        state.append(action)
        switch action {
        case "begin":
          return .run { _ in
            handle.value = slot.value?.send("pend"); handle.value?.cancel()
          }
        case "pend":
          let object = SendsAtEnd { slot.value?.send("new") }
          return .merge(
            .concatenate(.run { _ in }, .run { _ in _ = object }), .run { _ in }, .run { _ in })
        case "new":
          return .merge((0..<3).map { n in .run { await $0("new \(n)") } })
        default: return .none
        }
      }
    }
    slot.value = store
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "pend", "new", "new 0", "new 1", "new 2"])
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("between two queued actions queues up behind them")
  func fifo() {
    let slot = Slot<Store<[Int], Payload>>()
    let store = Store<[Int], Payload>(initialState: []) {
      Reduce { state, action in
        state.append(action.number)
        if action.number == 0 {
          MainActor.assumeIsolated {
            _ = slot.value?.send(
              Payload(number: 1, object: SendsAtEnd { slot.value?.send(Payload(number: 3)) }))
            _ = slot.value?.send(Payload(number: 2))
          }
        }
        return .none
      }
    }
    slot.value = store
    store.send(Payload(number: 0))
    #expect(store.state == [0, 1, 2, 3])
    slot.value = nil
  }

  @Test("is released with the effect of its action, though one that followed from it goes on")
  func cause() async {
    let (signal, sent) = (Signal(), Signal())
    let isReleased = Box(false)
    let store = Store<[Int], Payload>(initialState: []) {
      Reduce { state, action in
        state.append(action.number)
        switch action.number {
        case 0:
          return .run { send in
            await signal.wait()
            await send(Payload(number: 1))
            sent.open()
          }
        case 1: return .run { _ in await untilCancelled() }
        default: return .none
        }
      }
    }
    store.send(Payload(number: 0, object: SendsAtEnd { isReleased.value = true }))
    signal.open()
    await sent.wait()
    #expect(isReleased.value)
    #expect(store.state == [0, 1])
    #expect(store.inFlight.count == 1)
  }

  @Test("when a cancel releases it may start a sequence")
  func remainders() async {
    let slot = Slot<ScriptStore>()
    let signal = Signal()
    let store = ScriptStore(initialState: []) {
      Reduce { state, action in
        state.append(action)
        switch action {
        case "begin":
          let object = SendsAtEnd { slot.value?.send("deinit") }
          return .concatenate(.run { _ in await untilCancelled() }, .run { _ in _ = object })
        case "deinit":
          return .concatenate(.run { _ in await signal.wait() }, .send("x"))
        default: return .none
        }
      }
    }
    slot.value = store
    store.send("begin").cancel()
    #expect(store.state == ["begin", "deinit"])
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "deinit", "x"])
    slot.value = nil
  }

  @Test("when a pending effect is cancelled sends after that")
  func pendingReleased() {
    let slot = Slot<ScriptStore>()
    let store = ScriptStore(initialState: []) {
      Reduce { state, action in
        state.append(action)
        switch action {
        case "begin":
          let object = SendsAtEnd { slot.value?.send("deinit") }
          return .merge(.send("stop"), .run { _ in _ = object }.cancellable(id: 1))
        case "stop": return .cancel(id: 1)
        case "deinit": return .send("x")
        default: return .none
        }
      }
    }
    slot.value = store
    store.send("begin")
    #expect(store.state == ["begin", "stop", "deinit", "x"])
    slot.value = nil
  }

  @Test("held by dependencies that are replaced finds the new ones")
  func dependencies() {
    let slot = Slot<TestStore<Int, Int>>()
    let found = Box<[String]>([])
    let store = TestStore(initialState: 0) { EmptyReducer<Int, Int>() }
    slot.value = store
    let dependencies = store.dependencies
    store.dependencies[HeldObject.self] = HeldObject(
      name: "old",
      object: SendsAtEnd {
        found.value.append(slot.value?.dependencies[HeldObject.self].name ?? "")
      })
    store.dependencies = dependencies
    #expect(found.value == ["test"], "\(found.value)")
    slot.value = nil
  }

  @Test("as a cancel id may send when it is released")
  func idDeinit() {
    let slot = Slot<ScriptStore>()
    let store = ScriptStore(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return action == "begin"
          ? .run { _ in }.cancellable(id: IDObject(SendsAtEnd { slot.value?.send("deinit") }))
          : .none
      }
    }
    slot.value = store
    store.send("begin")
    #expect(store.state == ["begin", "deinit"])
    slot.value = nil
  }
}

// MARK: - Fixtures

private struct Payload: Sendable {
  var number: Int
  var object: SendsAtEnd?
}

private struct HeldObject: DependencyKey {
  static let liveValue = HeldObject(name: "live")
  static let testValue = HeldObject(name: "test")
  var name: String
  var object: SendsAtEnd?
}

private struct IDObject: Hashable, Sendable {
  let o: SendsAtEnd
  init(_ o: SendsAtEnd) { self.o = o }
  static func == (a: Self, b: Self) -> Bool { a.o === b.o }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(o)) }
}
