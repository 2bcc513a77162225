import RatchetTesting

/// Counted in look-ups of rows, and in reads of the identities of their children.
@MainActor @Suite("What the search for removed features costs", .serialized)
struct SearchCostTests {
  @Test("is the same for an action of one row, however many rows have effects")
  func oneRow() {
    let few = store(rows: 10, children: false)
    let many = store(rows: 200, children: false)
    for change: Change in [
      { $0.rows[3].count += 1 }, { $0.rows.append(Row(9_999)) },
      { $0.rows.move(fromOffsets: [2], toOffset: 1) },
      { $0.rows[3].count += 1 }, { $0.other += 1 },
    ] {
      #expect(cost(of: change, few) == cost(of: change, many))
    }
    #expect(many.inFlight.count == 200)
  }

  @Test("is that of the rows that were changed, if these have children with effects")
  func changedRows() {
    let store = store(rows: 100)
    _ = cost(of: { $0.rows[2].count += 1 }, store)
    _ = cost(of: { $0.rows[1].count += 1 }, store)
    #expect(cost(of: { $0.rows[1].count += 1 }, store).reads == 1)
    #expect(cost(of: { $0.rows[7].count += 1 }, store).reads == 2)
    let three: Change = { for position in 0..<3 { $0.rows[position].count += 1 } }
    #expect(cost(of: three, store).reads == 100)
    #expect(cost(of: { $0.rows[5].child = nil }, store).reads == 1)
    #expect(store.inFlight.count == 199)
  }

  @Test("is that of all rows, if one was removed or all were replaced")
  func removedRows() {
    let store = store(rows: 100)
    #expect(cost(of: { $0.rows = IdentifiedArray($0.rows.elements) }, store).reads == 100)
    #expect(cost(of: { $0.rows.removeLast() }, store).reads == 99)
    #expect(store.inFlight.count == 198)
  }

  // MARK: - Fixtures

  private typealias Change = @Sendable (inout Rows.State) -> Void

  private struct Cost: Equatable {
    var hashes: Int
    var reads: Int
  }

  /// A store with rows that have an effect each, and so may have their children.
  private func store(rows: Int, children: Bool = true) -> StoreOf<Rows> {
    let store = Store(initialState: Rows.State(count: rows)) { Rows() }
    for number in 0..<rows {
      store.send(.row(id: Counted(number: number), action: .start))
      if children { store.send(.row(id: Counted(number: number), action: .child(.add(1)))) }
    }
    return store
  }

  private func cost(of change: @escaping Change, _ store: StoreOf<Rows>) -> Cost {
    store.send(.change { _ in })
    Counted.hashes.value = 0
    Child.reads.value = 0
    store.send(.change(change))
    return Cost(hashes: Counted.hashes.value, reads: Child.reads.value)
  }
}

/// An id that counts how often one of its kind is looked for.
private struct Counted: Hashable, Sendable {
  @MainActor static let hashes = Box(0)
  let number: Int

  func hash(into hasher: inout Hasher) {
    MainActor.assumeIsolated { Self.hashes.value += 1 }
    hasher.combine(number)
  }
}

private struct Child: Identifiable {
  @MainActor static let reads = Box(0)
  var id: Int {
    MainActor.assumeIsolated { Self.reads.value += 1 }
    return 1
  }
}

private struct Row: Identifiable {
  let id: Counted
  var count = 0
  var child: Child? = Child()

  init(_ number: Int) { id = Counted(number: number) }
}

private struct Rows: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Row>
    var other = 0
    init(count: Int) {
      rows = IdentifiedArray((0..<count).map { Row($0) })
      // No id is hashed again because the array grows.
      rows.reserveCapacity(2 * count)
    }
  }

  enum Action: Sendable {
    case row(id: Counted, action: RowAction)
    case change(@Sendable (inout State) -> Void)
  }

  enum RowAction: Sendable { case child(Part.Action), start }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .forEach(\.rows, action: Action.row) {
      Reduce<Row, RowAction> { _, action in
        if case .start = action { return .run { _ in await untilCancelled() } }
        return .none
      }
      .ifLet(\.child, action: RowAction.child) {
        Reduce<Child, Part.Action> { _, _ in .run { _ in await untilCancelled() } }
      }
    }
  }
}
