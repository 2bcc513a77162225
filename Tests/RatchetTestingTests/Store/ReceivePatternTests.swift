import RatchetTesting

@MainActor @Suite("A test store receives an action by a pattern")
struct ReceivePatternTests {
  @Test("of a row, a screen, a presented child, a case within a case: whatever is left open")
  func open() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(
      .send([
        .row(id: 7, action: .renamed("a")), .path(.element(id: 1, action: .moved(1, 2))),
        .sheet(.presented(.renamed("b"))), .view(.row(.renamed("c"))), .row(id: 8, action: .tick),
        .view(.row(.tick)), .item(id: 7, action: .failed(Failure(code: 1))), .finished,
      ]))
    await store.receive({ .row(id: 7, action: .renamed($0)) })
    await store.receive({ .path(.element(id: 1, action: .moved($0, 2))) })
    await store.receive({ .sheet(.presented(.renamed($0))) })
    await store.receive({ .view(.row(.renamed($0))) })
    await store.receive(Sender.Action.row)
    await store.receive(Sender.Action.view)
    await store.receive({ .item(id: $0, action: .failed($1)) })
    await store.receive({ .finished })
  }

  @Test("with values for what it leaves open, of actions that are not equatable")
  func values() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(
      .send([
        .row(id: 7, action: .renamed("a")), .path(.element(id: 1, action: .moved(1, 2))),
        .sheet(.presented(.tick)), .view(.row(.renamed("c"))), .row(id: 8, action: .tick),
      ]))
    await store.receive({ .row(id: 7, action: .renamed($0)) }, "a")
    await store.receive({ .path(.element(id: $0, action: .moved($1, $2))) }, 1, 1, 2)
    await store.receive({ .sheet(.presented($0)) }, .tick)
    await store.receive({ .view(.row(.renamed($0))) }, "c")
    await store.receive(Sender.Action.row, 8, .tick)
  }

  @Test("that may match in several ways, if one of them does") func several() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(.send([.row(id: 2, action: .moved(1, 2))]))
    await store.receive({ .row(id: $2, action: .moved($0, $1)) })
    await store.send(.send([.row(id: 1, action: .moved(2, 1))]))
    await store.receive({ .row(id: $0, action: .moved($1, $0)) })
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.send(.send([.row(id: 1, action: .moved(2, 3))]))
      await store.receive({ .row(id: $0, action: .moved($1, $0)) })
      await store.receive({ .row(id: $0, action: .moved($1, $1 + 1)) })
    }
    #expect(issues.count == 1)
  }

  @Test("whose payload is not equal to itself") func notANumber() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(.send([.weight(.nan), .weight(1)]))
    await store.receive({ .weight($0) })
    await store.receive({ .weight($0) }, 1)
  }

  @Test("whose payload is not equal to itself, if all other parts are equal")
  func besideNotANumber() async {
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.send(.send([.value(id: 2, .nan), .sizes([-Double.nan, 1]), .sizes([.nan])]))
      await store.receive({ .value(id: 1, $0) })
      await store.receive(case: .value(id: 2, 1))
      await store.receive({ .value(id: 2, $0) })
      await store.receive(case: .sizes([.nan, 2]))
      await store.receive(case: .sizes([.nan, 1]))
      await store.receive({ .sizes($0) }, [.nan])
    }
    #expect(issues.count == 3, "\(issues)")
    let store = TestStore(initialState: 0) {
      Reduce<Int, Double> { _, number in number.isNaN ? .none : .send(.nan) }
    }
    await store.send(0)
    await store.receive(.nan)
  }

  @Test("of many values of one type, and of values in structs, arrays, optionals, dictionaries")
  func places() async {
    let store = TestStore(initialState: 0) { Sender() }
    let box = Box(corner: Point(x: 3, y: 1), sizes: [1, 2, 2], names: ["a": 5, "b": 6], depth: 4)
    await store.send(
      .send([
        .six(1, 2, 3, 4, 5, 6), .six(1, 2, 1, 2, 1, 3), .six(6, 5, 4, 3, 2, 1), .box(box),
        .box(box), .box(box), .boxes([.success(box)], nil),
      ]))
    await store.receive(Sender.Action.six)
    await store.receive({ .six($0, $1, $0, 2, 1, $2) })
    await store.receive({ .six($5, $4, $3, $2, $1, $0) })
    await store.receive({
      .box(
        Box(corner: Point(x: $0, y: 1), sizes: [1, $1, $1], names: ["a": 5, "b": $2], depth: $3))
    })
    await store.receive({ .box(Box(corner: $0, sizes: $1, names: ["a": 5, "b": 6], depth: 4)) })
    await store.receive({ .box(Box(corner: $0, sizes: $1, names: [$3: 5, "b": 6], depth: $2)) })
    await store.receive({
      .boxes([.success(Box(corner: $0, sizes: [1, 2, 2], names: $1, depth: 4))], $2)
    })
  }

  @Test("that changes a value fails, and says so")
  func changedValue() async {
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.send(.send([.box(Box(corner: Point(x: 3, y: 1))), .finished]))
      await store.receive({ .box(Box(corner: Point(x: $0, y: $0 + 1))) })
      await store.receive({ .box(Box(corner: Point(x: $0 * 2, y: 1))) })
      await store.receive({ (box: Failure) in .six(box.code, 2, 3, 4, 5, 6) })
      await store.receive({ (box: Failure) in .box(Box(corner: Point(x: box.code, y: 1))) })
      await store.receive({ .box($0) })
      await store.receive({ .finished })
    }
    let parts = issues.map { $0.split(separator: "\n\n").dropFirst(2).joined(separator: "\n") }
    let action = "box(Box(corner: Point(x: 3, y: 1), sizes: [], names: [:], depth: nil))"
    func obstacle(_ type: String) -> String {
      """
      '\(action)' has no part that can be the '\(type)' argument of the pattern, which must pass its \
      arguments on unchanged. To fix this, use 'receive(where:)'.
      """
    }
    #expect(parts == ["", obstacle("Int"), obstacle("Failure"), obstacle("Failure")])
  }

  @Test("whose cases a failure names, with values of what it leaves open if there are any")
  func names() async {
    let issues = await failures(of: Sender(), from: 0) { store in
      await store.receive({ .result(id: 1, .loaded(.success($0))) })
      await store.send(.send([.boxes([.success(Box(corner: Point(x: 3, y: 1)))], 1)]))
      await store.receive({ .result(id: 1, .loaded(.success($0))) })
      await store.receive({ .result(id: $0, .loaded(.success($1))) })
      await store.receive({ .maybe($0) })
      await store.receive(Sender.Action.boxes)
    }
    // By reflection, only values tell which cases hold what.
    let boxes =
      EnumMemory.isTrusted ? "the case 'box' or 'result.loaded.success'" : "a case with 'Box'"
    #expect(
      issues.map { $0.split(separator: "\n")[0].prefix { $0 != "," } } == [
        "Expected to receive an action of \(boxes)",
        "Expected to receive an action of the form 'result(id: 1",
        "Expected to receive an action of the case 'result.loaded.success'",
        "Expected to receive an action of the case 'maybe'",
      ])
    #expect(issues.contains { $0.contains("'result(id: 1, .loaded(.success($0)))'") })
  }

  @Test("that leaves a function open") func function() async {
    let store = TestStore(initialState: 0) { Sender() }
    await store.send(.send([.measured { $0 }, .measured { $0 + 1 }]))
    await store.receive(Sender.Action.measured)
    await store.receive({ .measured($0) })
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
      await store.receive({ .item(id: 7, action: .named($0)) }, "a")
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
      await store.receive({ .row(id: 8, action: .renamed($0)) })
      await store.receive({ .row(id: 7, action: .tick) })
      await store.receive({ .row(id: 7, action: .renamed($0)) }, "b")
      await store.receive({ .view(.row($0)) })
      await store.receive({ .view(.row(.renamed($0))) })
      await store.receive({ .row(id: 7, action: .renamed($0 + "!")) })
      await store.receive({ .row(id: 7, action: .renamed($0)) }, "a")
      await store.send(.send([.sheet(.dismiss)]))
      await store.receive({ .sheet(.presented($0)) })
      await store.receive(Sender.Action.sheet, .dismiss)
    }
    let rows =
      EnumMemory.isTrusted ? "the case 'sheet.presented' or 'view.row'" : "a case with 'Row'"
    #expect(
      issues.map { $0.split(separator: "\n")[0].prefix { $0 != "," } } == [
        "Expected to receive an action of the form 'row(id: 8",
        "Expected to receive row(id: 7",
        "Expected to receive row(id: 7",
        "Expected to receive an action of the case 'view.row'",
        "Expected to receive an action of the case 'view.row.renamed'",
        "Expected to receive an action of the form 'row(id: 7",
        "Expected to receive an action of \(rows)",
      ])
  }

  // MARK: - Fixtures

  enum Row: Equatable, Sendable { case tick, renamed(String), moved(Int, Int) }

  enum Item: Sendable { case tick, named(String), failed(any Error) }

  struct Failure: Error { var code: Int }

  struct Point: Equatable { var x: Int, y: Int }

  struct Box {
    var corner: Point
    var sizes: [Int] = []
    var names: [String: Int] = [:]
    var depth: Int?
  }

  enum Answer: Sendable { case loaded(Result<Box, any Error>) }

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
      case weight(Double)
      case value(id: Int, Double)
      case sizes([Double])
      case measured(@Sendable (Int) -> Int)
      case six(Int, Int, Int, Int, Int, Int)
      case box(Box)
      case boxes([Result<Box, Failure>], Int?)
      case result(id: Int, Answer)
      case maybe(Int?)
      case finished
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      guard case .send(let actions) = action else { return .none }
      return .concatenate(actions.map { .send($0) })
    }
  }
}
