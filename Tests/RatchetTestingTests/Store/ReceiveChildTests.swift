import RatchetTesting

@MainActor @Suite("A test store receives what a child sent")
struct ReceiveChildTests {
  @Test("by the id of the element: an action, a case, a case with its payload")
  func element() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(.send([.row(id: 7, action: .tick), .row(id: 8, action: .tick)]))
    await store.receive(Sender.Action.row, id: 7, .tick)
    await store.receive(Sender.Action.row, id: 8, Row.tick)
    await store.send(
      .send([.row(id: 7, action: .renamed("a")), .row(id: 7, action: .moved(1, 2))]))
    await store.receive(Sender.Action.row, id: 7, Row.renamed)
    await store.receive(Sender.Action.row, id: 7, Row.moved, 1, 2)
    await store.send(.send([.row(id: 7, action: .renamed("b"))]))
    await store.receive(Sender.Action.row, id: 7, Row.renamed, "b")
  }

  @Test("by the id of the element of a stack: an action, a path, and no other element")
  func elementOfStack() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(
      .send([
        .path(.element(id: 0, action: .tick)), .path(.element(id: 1, action: .renamed("a"))),
      ]))
    await store.receive(Sender.Action.path, id: 0, .tick)
    await store.receive(Sender.Action.path, id: 1, CasePath(Row.renamed))
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.send(.send([.path(.element(id: 0, action: .tick)), .path(.pop(from: 0))]))
      await store.receive(Sender.Action.path, id: 1, .tick)
      await store.receive(Sender.Action.path, id: 0, .tick)
      await store.receive(Sender.Action.path, id: 0, CasePath(Row.renamed))
      await store.receive(case: .path(.pop(from: 0)))
    }
    #expect(
      issues.map { $0.split(separator: "\n")[0].prefix { $0 != "," } } == [
        "Expected to receive path(.element(id: 1",
        "Expected to receive an action of the case that holds 'String' from the element with the id 0",
      ])
  }

  @Test("by the presentation: an action, a case, a case with its payload")
  func presented() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(.send([.sheet(.presented(.tick)), .sheet(.presented(.renamed("a")))]))
    await store.receive(Sender.Action.sheet, .presented, .tick)
    await store.receive(Sender.Action.sheet, .presented, Row.renamed)
    await store.send(.send([.sheet(.presented(.renamed("b"))), .cover(.presented(.tick))]))
    await store.receive(Sender.Action.sheet, .presented, Row.renamed, "b")
    await store.receive(case: .cover(.presented(.tick)))
    await store.send(.send([.sheet(.dismiss)]))
    await store.receive(Sender.Action.sheet, .dismiss)
  }

  @Test("by a path of several cases, whatever its payload, or with an equal one")
  func path() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(.send([.view(.row(.renamed("a"))), .view(.row(.renamed("b")))]))
    await store.receive(path: .init(Sender.Action.view, Sender.View.row))
    await store.receive(path: CasePath(Sender.Action.view, Sender.View.row, Row.renamed), "b")
    await store.send(.send([.view(.row(.tick)), .view(.row(.renamed("c")))]))
    await store.receive(Sender.Action.view, Sender.View.row)
    await store.receive(Sender.Action.view, Sender.View.row)
    await store.send(.send([.view(.row(.tick)), .view(.row(.moved(1, 2)))]))
    await store.receive(path: CasePath(Sender.Action.view, Sender.View.row), .tick)
    await store.receive(path: .init(Sender.Action.view, Sender.View.row, Row.moved), 1, 2)
    await store.send(
      .send([.sheet(.presented(.renamed("c"))), .row(id: 7, action: .renamed("d"))]))
    await store.receive(
      path: CasePath(Sender.Action.sheet, PresentationAction.presented, Row.renamed), "c")
    await store.receive(path: CasePath(Sender.Action.row, id: 7).appending(Row.renamed), "d")
  }

  @Test("by a whole action that cannot be compared, with all that it holds")
  func whole() async {
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.send(.send([.cover(.presented(.tick)), .cover(.presented(.named("a")))]))
      await store.receive(case: .cover(.dismiss))
      await store.receive(case: .cover(.presented(.tick)))
      await store.receive(case: .cover(.presented(.named("b"))))
      await store.receive(case: .cover(.presented(.named("a"))))
      await store.send(.send([.item(id: 7, action: .failed(Failure(code: 1)))]))
      await store.receive(case: .item(id: 7, action: .failed(Failure(code: 2))))
      await store.receive(case: .item(id: 8, action: .failed(Failure(code: 1))))
      await store.receive(case: .item(id: 7, action: .failed(Failure(code: 1))))
      await store.send(.send([.item(id: 7, action: .named("a")), .finished]))
      await store.receive(Sender.Action.item, id: 7, Item.named, "a")
      await store.receive(case: .finished)
    }
    #expect(
      issues.map { $0.split(separator: "\n")[0].prefix { $0 != "," } } == [
        "Expected to receive cover(.dismiss)",
        "Expected to receive cover(.presented(.named(\"b\")))",
        "Expected to receive item(id: 7",
        "Expected to receive item(id: 8",
      ])
  }

  @Test("and nothing else: another id, another case, another payload, a removal")
  func mistakes() async {
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.send(.send([.row(id: 7, action: .renamed("a"))]))
      await store.receive(Sender.Action.row, id: 8, Row.renamed)
      await store.receive(Sender.Action.row, id: 7, .tick)
      await store.receive(case: .row(id: 7, action: .tick))
      await store.receive(Sender.Action.row, id: 7, Row.renamed, "b")
      await store.receive({ Sender.Action.other($0, $1) }, id: 7, Row.renamed)
      await store.receive(case: .finished)
      await store.receive(path: CasePath(Sender.Action.view, Sender.View.row))
      await store.receive(Sender.Action.row, id: 7, Row.renamed, "a")
      await store.send(.send([.sheet(.dismiss)]))
      await store.receive(Sender.Action.sheet, .presented, .tick)
      await store.receive(Sender.Action.sheet, .presented, Row.renamed)
      await store.receive(Sender.Action.sheet, .dismiss)
    }
    let wanted = issues.map { $0.split(separator: "\n")[0] }
    #expect(
      wanted.map { $0.prefix { $0 != "," } } == [
        "Expected to receive an action of the case 'renamed' from the element with the id 8",
        "Expected to receive row(id: 7",
        "Expected to receive row(id: 7",
        "Expected to receive row(id: 7",
        "Expected to receive an action of the case 'renamed' from the element with the id 7",
        "Expected to receive finished",
        "Expected to receive an action of the case that holds 'Row'",
        "Expected to receive sheet(.presented(.tick))",
        "Expected to receive an action of the case 'renamed' from the presented child",
      ])
  }

  // MARK: - Fixtures

  enum Row: Equatable, Sendable { case tick, renamed(String), moved(Int, Int) }

  enum Item: Sendable { case tick, named(String), failed(any Error) }

  struct Failure: Error { var code: Int }

  struct Sender: Reducer {
    enum View: Sendable { case row(Row), other }

    enum Action: Sendable {
      case send([Action])
      case row(id: Int, action: Row)
      case item(id: Int, action: Item)
      case sheet(PresentationAction<Row>)
      case cover(PresentationAction<Item>)
      case view(View)
      case path(StackAction<Int, Row>)
      case finished
      case other

      static func other(_ id: Int, _ row: Row) -> Action { .row(id: id + 1, action: row) }
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      guard case .send(let actions) = action else { return .none }
      return .concatenate(actions.map { .send($0) })
    }
  }
}
