import RatchetTesting

@MainActor @Suite("A function around the operations of an effect")
struct WrapOperationsTests {
  @Test("is called for each operation, with its name, and not for what has none")
  func operations() async {
    let calls = Box<[String]>([])
    let store = ScriptStore([
      "begin": .concatenate(
        .merge(.run(name: "first") { await $0("1") }, .run { await $0("2") }),
        .send("3"),
        .run(name: "last") { await $0("4") }.debounce(id: 0, for: .zero, clock: ImmediateClock()),
        .none, .cancel(id: "nothing")
      )
      .wrapOperations { name, operation in
        calls.value.append("begin \(name ?? "-")")
        try await operation()
        calls.value.append("end \(name ?? "-")")
      }
    ])
    await store.send("begin").finish()
    #expect(store.state == ["begin", "1", "2", "3", "4"])
    #expect(
      calls.value == ["begin first", "end first", "begin -", "end -", "begin last", "end last"])
  }

  @Test("is the outermost one if it was added last, and leaves maps as they are")
  func nested() async {
    let calls = Box<[String]>([])
    let store = ScriptStore([
      "begin": Effect<Int>.run { send in
        calls.value.append("operation")
        await send(1)
      }
      .wrapOperations { _, operation in
        calls.value.append("inner")
        try await operation()
      }
      .map { "mapped \($0)" }
      .wrapOperations { _, operation in
        calls.value.append("outer")
        try await operation()
      }
    ])
    await store.send("begin").finish()
    #expect(store.state == ["begin", "mapped 1"])
    #expect(calls.value == ["outer", "inner", "operation"])
  }

  @Test("keeps its order where there are more maps and functions than may call each other")
  func many() async {
    let calls = Box<[Int]>([])
    var effect = Effect<Int>.run { await $0(0) }
    for number in 1...100 {
      effect = effect.map { $0 + 1 }.wrapOperations { _, operation in
        calls.value.append(number)
        try await operation()
      }
    }
    let store = ScriptStore(["begin": effect.map { "\($0)" }])
    await store.send("begin").finish()
    #expect(store.state == ["begin", "100"])
    #expect(calls.value == (1...100).reversed())
  }

  @Test("may throw, and sees what the operation throws, before the handler does")
  func errors() async {
    let seen = Box<[String]>([])
    let effect = Effect<String>.run { _ in
      throw Failure()
    } catch: { error, send in
      await send("caught \(error)")
    }
    let store = ScriptStore([
      "replaced": effect.wrapOperations { _, operation in
        do { try await operation() } catch { seen.value.append("\(error)") }
        throw OtherFailure()
      },
      "ignored": effect.wrapOperations { _, operation in try? await operation() },
    ])
    await store.send("replaced").finish()
    await store.send("ignored").finish()
    #expect(store.state == ["replaced", "caught OtherFailure()", "ignored"])
    #expect(seen.value == ["Failure()"])
  }

  @Test("lets an operator trace the effects of a feature and of those below it")
  func reducer() async {
    let calls = Box<[String]>([])
    let store = Store(initialState: Parent.State()) {
      Traced(base: Parent()) { name, operation in
        calls.value.append("begin \(name ?? "-")")
        defer { calls.value.append("end \(name ?? "-")") }
        try await operation()
      }
    }
    await store.send(.child(.begin)).finish()
    #expect(store.state.child == 2)
    #expect(calls.value == ["begin child", "end child"])
  }
}

// MARK: - Fixtures

private struct Failure: Error {}
private struct OtherFailure: Error {}

private struct Traced<Base: Reducer>: Reducer {
  let base: Base
  let wrapper:
    @MainActor @Sendable (
      _ name: String?, _ operation: @MainActor () async throws -> Void
    ) async throws -> Void

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    let reduction = base.makeReduction()
    return Reduction { [wrapper] state, action in
      reduction(&state, action).wrapOperations(wrapper)
    }
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    makeReduction()(&state, action)
  }
}

private struct Parent: Reducer {
  struct State { var child = 0 }
  enum Action { case child(Child.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Child() }
  }
}

private struct Child: Reducer {
  enum Action { case begin, response }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state += 1
    return action == .begin ? .run(name: "child") { await $0(.response) } : .none
  }
}
