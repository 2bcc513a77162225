import RatchetTesting

@Suite("Cancelling in a ledger")
struct LedgerCancelTests {
  @Test("reaches nothing for an id that nobody has")
  func unknown() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade, ids: [AnyID(1)])
    #expect(ledger.cancel(id: 2) == Reached())
    #expect(ledger.cancel(id: 1.0) == Reached())
    #expect(ledger.ledger.isLive(effect))
  }

  @Test("removes a pending effect, which then never begins")
  func pending() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade, ids: [AnyID(1)])
    #expect(ledger.cancel(id: 1) == Reached(abandoned: [effect]))
    #expect(!ledger.begin(effect))
    #expect(ledger.ledger.started == 0)
    #expect(ledger.ledger.cancelled == 0)
  }

  @Test("takes a running effect out at once, and its cascade if nothing else is in it")
  func running() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade, ids: [AnyID(1)])
    ledger.begin(effect)
    ledger.release(cascade)
    #expect(ledger.cancel(id: 1) == Reached(running: [effect], closed: [cascade]))
    #expect(!ledger.ledger.contains(effect))
    #expect(ledger.ledger.liveEffects.isEmpty)
    #expect(ledger.end(effect) == .nothing)
    #expect(ledger.ledger.finished == 0)
    #expect(ledger.ledger.isClean)
  }

  @Test("a second time reaches nothing")
  func twice() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade, ids: [AnyID(1)])
    ledger.begin(effect)
    ledger.cancel(id: 1)
    #expect(ledger.cancel(id: 1) == Reached())
    #expect(ledger.cancel(cascade: cascade) == Reached())
    #expect(ledger.ledger.cancelled == 1)
  }

  @Test("by one of several ids takes the effect out of all")
  func several() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade, ids: [AnyID(1), AnyID("a")])
    ledger.begin(effect)
    #expect(ledger.cancel(id: "a").running == [effect])
    #expect(ledger.ledger.listedIDs == 0)
    #expect(ledger.cancel(id: 1) == Reached())
  }

  @Test("one id given twice lists and removes the effect once")
  func sameIDTwice() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade, ids: [AnyID(1), AnyID(1)])
    #expect(ledger.cancel(id: 1).abandoned == [effect])
    ledger.release(cascade)
    #expect(ledger.ledger.isClean)
  }

  @Test("reaches all who share an id, in the order of entry, whatever cascade they are of")
  func shared() throws {
    let ledger = SharedLedger()
    let cascades = [ledger.openCascade(), ledger.openCascade()]
    let effects = try (0..<20).map { number in
      try ledger.effect(under: cascades[number % 2], ids: [AnyID(1)])
    }
    for effect in effects { ledger.begin(effect) }
    #expect(ledger.cancel(id: 1).running == effects)
  }

  @Test("a cascade reaches all of its effects and no other's, and lets nothing in")
  func cascade() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let other = ledger.openCascade()
    let running = try ledger.effect(under: cascade)
    ledger.begin(running)
    let pending = try ledger.effect(under: cascade)
    let spared = try ledger.effect(under: other)
    #expect(ledger.cancel(cascade: cascade) == Reached(running: [running], abandoned: [pending]))
    #expect(ledger.enter(.effect, under: cascade) == nil)
    #expect(ledger.ledger.isLive(spared))
  }

  @Test("a cascade that is held and otherwise empty closes it when it is released")
  func heldCascade() {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    #expect(ledger.cancel(cascade: cascade) == Reached())
    #expect(!ledger.ledger.isLive(cascade))

    #expect(ledger.release(cascade))
    #expect(ledger.ledger.isClean)
  }

  @Test("everything leaves nothing")
  func all() throws {
    let ledger = SharedLedger()
    var running: [Ledger.Node] = []
    for _ in 0..<3 {
      let cascade = ledger.openCascade()
      let sequence = try #require(ledger.enter(.sequence, under: cascade, ids: [AnyID(1)]))
      running.append(try ledger.effect(under: sequence))
      ledger.begin(try #require(running.last))
      _ = try ledger.effect(under: cascade)
      ledger.release(cascade)
    }
    #expect(ledger.cancelAll().running == running)
    #expect(ledger.ledger.liveEffects.isEmpty)
    #expect(ledger.ledger.isClean)
  }
}
