import RatchetTesting

/// A ledger with reference semantics, whose changes can stand in expectations.
final class SharedLedger {
  private(set) var ledger = Ledger()

  func openCascade() -> Ledger.Node { ledger.openCascade() }

  func hold(_ cascade: Ledger.Node) { ledger.hold(cascade) }

  @discardableResult
  func release(_ cascade: Ledger.Node) -> Bool { ledger.release(cascade) }

  func enter(
    _ kind: Ledger.Kind, under parent: Ledger.Node, ids: [AnyID] = [], path: PathTable.ID = .root
  ) -> Ledger.Node? {
    ledger.enter(kind, under: parent, ids: ids.map { CancelID($0, at: path) }, path: path)
  }

  /// Enters an effect, which must be possible.
  func effect(
    under parent: Ledger.Node, ids: [AnyID] = [], path: PathTable.ID = .root
  ) throws -> Ledger.Node {
    try #require(enter(.effect, under: parent, ids: ids, path: path))
  }

  @discardableResult
  func begin(_ effect: Ledger.Node) -> Bool { ledger.begin(effect) }

  @discardableResult
  func end(_ node: Ledger.Node) -> Ledger.Next { ledger.end(node) }

  @discardableResult
  func cancel(id: some Hashable & Sendable, at path: PathTable.ID = .root) -> Reached {
    Reached(ledger.cancel(id: AnyID(id), at: path))
  }

  @discardableResult
  func cancelAll(at path: PathTable.ID) -> Reached { Reached(ledger.cancelAll(at: path)) }

  @discardableResult
  func cancel(cascade: Ledger.Node) -> Reached { Reached(ledger.cancel(cascade: cascade)) }

  @discardableResult
  func cancelAll() -> Reached { Reached(ledger.cancelAll()) }

  func path(_ component: PathComponent, below path: PathTable.ID = .root) -> PathTable.ID {
    ledger.descend(component, from: path)
  }

  func leave(_ path: PathTable.ID) { ledger.leave(path) }
}

/// What a cancel reached.
struct Reached: Equatable {
  var running: [Ledger.Node] = []
  var abandoned: [Ledger.Node] = []
  var due: [Ledger.Node] = []
  var closed: [Ledger.Node] = []
}

extension Reached {
  init(_ cancellation: Ledger.Cancellation) {
    self.init(
      running: cancellation.running, abandoned: cancellation.abandoned, due: cancellation.due,
      closed: cancellation.closed)
  }
}
