import RatchetTesting

@Suite("A sequence in a ledger")
struct LedgerSequenceTests {
  @Test("asks for its next part when its last child has ended")
  func advance() throws {
    let tree = try Tree()
    let second = try tree.enterChild()
    tree.ledger.begin(tree.child)
    tree.ledger.begin(second)
    #expect(tree.ledger.end(tree.child) == .nothing)
    #expect(tree.ledger.ledger.hasChildren(tree.sequence))
    #expect(tree.ledger.end(second) == .advance(tree.sequence))
    #expect(!tree.ledger.ledger.hasChildren(tree.sequence))
    #expect(tree.ledger.end(tree.sequence) == .closed(tree.cascade))
    #expect(tree.ledger.ledger.isClean)
  }

  @Test("asks the sequence around it when it has ended")
  func nested() throws {
    let tree = try Tree()
    let inner = try #require(tree.ledger.enter(.sequence, under: tree.sequence))
    #expect(tree.ledger.end(tree.child) == .nothing)
    #expect(tree.ledger.end(inner) == .advance(tree.sequence))
  }

  @Test("goes on after a pending child was cancelled by an id of its own")
  func skipPending() throws {
    let tree = try Tree(childID: 7)
    let cancellation = tree.ledger.cancel(id: 7)
    #expect(cancellation == Reached(abandoned: [tree.child], due: [tree.sequence]))
    #expect(tree.ledger.ledger.isLive(tree.sequence))
  }

  @Test("goes on after a running child was cancelled, whose end is of no interest then")
  func skipRunning() throws {
    let tree = try Tree(childID: 7)
    tree.ledger.begin(tree.child)
    #expect(tree.ledger.cancel(id: 7) == Reached(running: [tree.child], due: [tree.sequence]))
    #expect(tree.ledger.end(tree.child) == .nothing)
    #expect(tree.ledger.ledger.finished == 0)
  }

  @Test("is cancelled with its children, and leaves with them")
  func cancelled() throws {
    let tree = try Tree(id: 1)
    tree.ledger.begin(tree.child)
    let cancellation = tree.ledger.cancel(id: 1)
    #expect(
      cancellation
        == Reached(running: [tree.child], abandoned: [tree.sequence], closed: [tree.cascade]))
    #expect(!tree.ledger.ledger.isLive(tree.sequence))
    #expect(tree.ledger.enter(.effect, under: tree.sequence) == nil)
    #expect(tree.ledger.end(tree.child) == .nothing)
    #expect(tree.ledger.ledger.isClean)
  }

  @Test("is cancelled with a pending child at once")
  func cancelledPending() throws {
    let tree = try Tree(id: 1)
    let cancellation = tree.ledger.cancel(id: 1)
    #expect(cancellation.abandoned == [tree.sequence, tree.child])
    #expect(cancellation.closed == [tree.cascade])
    #expect(tree.ledger.ledger.isClean)
  }

  @Test("is cancelled once when it and its child have the id")
  func both() throws {
    let tree = try Tree(id: 1, childID: 1)
    tree.ledger.begin(tree.child)
    let cancellation = tree.ledger.cancel(id: 1)
    #expect(
      cancellation
        == Reached(running: [tree.child], abandoned: [tree.sequence], closed: [tree.cascade]))
    #expect(tree.ledger.ledger.cancelled == 1)
  }

  @Test("lends its ids to its children, the outermost first")
  func ids() throws {
    let tree = try Tree(id: 1, childID: 2)
    #expect(tree.ledger.ledger.ids(of: tree.child) == [AnyID(1), AnyID(2)])
  }
}

// MARK: - Fixtures

/// A cascade with a sequence with one pending child.
private struct Tree {
  let ledger = SharedLedger()
  let cascade: Ledger.Node
  let sequence: Ledger.Node
  let child: Ledger.Node

  init(id: Int? = nil, childID: Int? = nil) throws {
    cascade = ledger.openCascade()
    let ids = { (id: Int?) in id.map { [AnyID($0)] } ?? [] }
    sequence = try #require(ledger.enter(.sequence, under: cascade, ids: ids(id)))
    child = try #require(ledger.enter(.effect, under: sequence, ids: ids(childID)))
    ledger.release(cascade)
  }

  func enterChild() throws -> Ledger.Node {
    try ledger.effect(under: sequence)
  }
}
