import RatchetTesting

@Suite("Paths in a ledger")
struct LedgerPathTests {
  @Test("A cancel reaches its own feature and those below, never beside or above")
  func reach() throws {
    for (path, reached) in [("", "abcd"), ("a", "abc"), ("b", "bc"), ("c", "c"), ("d", "d")] {
      let tree = try Features()
      let cancellation = tree.ledger.cancel(id: 1, at: tree.path(path))
      #expect(cancellation.abandoned == tree.effects(of: reached))
    }
  }

  @Test("Removing a feature reaches all of its subtree, whatever the ids")
  func removal() throws {
    for (path, reached) in [("a", "abc"), ("b", "bc"), ("c", "c"), ("d", "d")] {
      let tree = try Features(ids: [])
      let cancellation = tree.ledger.cancelAll(at: tree.path(path))
      #expect(cancellation.abandoned == tree.effects(of: reached))
    }
  }

  @Test("The same id in two rows does not collide")
  func rows() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let paths = [1, 2].map { row in
      ledger.path(
        PathComponent(label: "rows", position: 0, element: AnyID(row)))
    }
    let effects = try paths.map { path in
      try #require(ledger.enter(.effect, under: cascade, ids: [AnyID("x")], path: path))
    }
    #expect(ledger.cancel(id: "x", at: paths[0]).abandoned == [effects[0]])
    #expect(ledger.ledger.isLive(effects[1]))
    #expect(ledger.ledger.path(of: effects[1]).map(\.description) == ["rows[2]"])
  }

  @Test("Children at two positions of one body are different features")
  func positions() {
    let ledger = SharedLedger()
    let one = ledger.path(PathComponent(label: "child", position: 0))
    let other = ledger.path(PathComponent(label: "child", position: 1))
    #expect(one != other)
    #expect(one == ledger.path(PathComponent(label: "child", position: 0)))
  }

  @Test("A path stays while somebody holds it or an effect is in it, and no longer")
  func lifetime() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let outer = ledger.path(PathComponent(label: "a", position: 0))
    let inner = ledger.path(PathComponent(label: "b", position: 0), below: outer)
    let effect = try #require(ledger.enter(.effect, under: cascade, path: inner))
    ledger.leave(inner)
    ledger.leave(outer)
    #expect(ledger.ledger.pathsInUse == 2)
    #expect(ledger.ledger.path(of: effect).map(\.label) == ["a", "b"])
    ledger.begin(effect)
    ledger.cancelAll(at: outer)
    #expect(ledger.ledger.listedIDs == 0)
    ledger.end(effect)
    ledger.release(cascade)
    #expect(ledger.ledger.isClean)
  }

  @Test("A path component describes itself with its element")
  func description() {
    #expect(PathComponent(label: "a", position: 3).description == "a")
    #expect(PathComponent(label: "a", position: 3, element: AnyID(1)).description == "a[1]")
  }
}

// MARK: - Fixtures

/// One pending effect in each of the features `a`, `b` in `a`, `c` in `b`, and `d` beside `a`.
private struct Features {
  let ledger = SharedLedger()
  private var paths: [String: PathTable.ID] = ["": .root]
  private var entered: [Character: Ledger.Node] = [:]

  init(ids: [AnyID] = [AnyID(1)]) throws {
    let cascade = ledger.openCascade()
    for (name, parent) in [("a", ""), ("b", "a"), ("c", "b"), ("d", "")] {
      let component = PathComponent(label: name, position: 0)
      let path = ledger.path(component, below: paths[parent] ?? .root)
      paths[name] = path
      entered[Character(name)] = try ledger.effect(
        under: cascade, ids: ids, path: path)
    }
  }

  func path(_ name: String) -> PathTable.ID { paths[name] ?? .root }

  func effects(of names: String) -> [Ledger.Node] { names.compactMap { entered[$0] } }
}
