import RatchetTesting

@MainActor @Suite("A function around effects")
struct AroundEffectTests {
  private let lines = Box<[String]>([])

  @Test("encloses each operation, also as a task-local value, and is told of the effect")
  func encloses() {
    let lines = lines
    let store = store(
      [
        "a": .merge(
          .run(name: "x") { _ in lines.value.append("x in \(Span.current.get())") },
          .run(name: "y") { _ in lines.value.append("y in \(Span.current.get())") },
          .send("b"))
      ]
    ) { effect, operation in
      let name = effect.name ?? ""
      lines.value.append("begin \(name), started by \(effect.cause)")
      try await Span.current.withValue("span \(name)") { try await operation() }
      lines.value.append("end \(name)")
    }
    store.send("a")
    #expect(
      lines.value == [
        "begin x, started by a", "x in span x", "end x",
        "begin y, started by a", "y in span y", "end y",
      ])
    #expect(store.state == ["a", "b"])
    #expect(store.isAtRest)
  }

  @Test("gets the error of the operation before 'catch:' does, and may keep it")
  func errors() {
    let lines = lines
    let effect = Effect<String>.run { _ in
      throw Failure()
    } catch: { error, send in
      lines.value.append("catch \(error)")
      await send("caught")
    }
    let store = store(["a": effect]) { _, operation in
      do { try await operation() } catch {
        lines.value.append("around \(error)")
        throw error
      }
    }
    store.send("a")
    #expect(lines.value == ["around Failure()", "catch Failure()"])
    #expect(store.state == ["a", "caught"])
    let silent = self.store(["a": effect]) { _, operation in try? await operation() }
    silent.send("a")
    #expect(silent.state == ["a"])
  }

  @Test("may throw instead of calling the operation")
  func throwsFirst() {
    let effect = Effect<String>.run { send in
      await send("not sent")
    } catch: { error, send in
      await send("\(error)")
    }
    let store = store(["a": effect]) { _, _ in throw Failure() }
    store.send("a")
    #expect(store.state == ["a", "Failure()"])
  }

  @Test("is reported if it does not call the operation")
  func noCall() {
    let messages = Messages()
    let store = store(["a": .run(name: "work") { send in await send("b") }], messages) { _, _ in }
    store.send("a")
    #expect(store.state == ["a"])
    #expect(
      messages.texts.map { $0.replacing(#/\(.*?:\d+/#, with: "(FILE") } == [
        """
        'aroundEffect' returned without calling the operation of effect "work" (FILE, started by a).

        The effect did nothing. To fix this, call the operation once on every path, or throw an \
        error.
        """
      ])
    #expect(store.isAtRest)
  }

  @Test("is reported once if it calls the operation again, which does nothing")
  func secondCall() {
    let messages = Messages()
    let store = store(
      ["a": .run(name: "work") { send in await send("b") }], messages
    ) { _, operation in
      for _ in 0..<3 { try await operation() }
    }
    store.send("a")
    #expect(store.state == ["a", "b"])
    #expect(
      messages.texts.map { $0.replacing(#/\(.*?:\d+/#, with: "(FILE") } == [
        """
        'aroundEffect' called the operation of effect "work" (FILE, started by a) more than once.

        Only the first call ran it. To fix this, call the operation once. To retry after an error, \
        use 'withRetries' inside the operation.
        """
      ])
  }

  @Test("returns when the effect is cancelled and the operation has returned")
  func cancelled() async {
    let lines = lines
    let store = store(["a": .run { _ in await untilCancelled() }]) { _, operation in
      try await operation()
      lines.value.append("cancelled: \(Task.isCancelled)")
    }
    let task = store.send("a")
    task.cancel()
    await task.finish()
    #expect(lines.value == ["cancelled: true"])
    #expect(store.isAtRest)
  }

  @Test("is that of the 'dependency' operator around its feature")
  func ofFeature() async {
    let lines = lines
    let around: AroundEffect = { _, operation in
      lines.value.append("begin")
      try await operation()
      lines.value.append("end")
    }
    let store = TestStore(initialState: [String]()) {
      Script(effects: ["a": .run { send in await send("b") }])
        .dependency(\.aroundEffect, around)
    }
    await store.send("a") { $0 = ["a"] }
    await store.receive("b") { $0 = ["a", "b"] }
    #expect(lines.value == ["begin", "end"])
  }

  @Test("may be prepared for all stores")
  func prepared() {
    let lines = lines
    prepareDependencies {
      $0.aroundEffect = { _, operation in
        lines.value.append("begin")
        try await operation()
      }
    }
    let effects = ["a": Effect<String>.run { await $0("b") }]
    let store = Store(initialState: [String]()) { Script(effects: effects) }
    store.send("a")
    #expect(lines.value == ["begin"])
    #expect(store.state == ["a", "b"])
  }

  private func store(
    _ effects: [String: Effect<String>], _ messages: Messages? = nil,
    around: @escaping AroundEffect
  ) -> ScriptStore {
    Store(initialState: []) {
      Script(effects: effects)
    } withDependencies: {
      $0.aroundEffect = around
      if let messages { $0.log = messages.sink }
    }
  }
}

// MARK: - Fixtures

private struct Failure: Error {}

private enum Span {
  static let current = TaskLocal(wrappedValue: "no span")
}
