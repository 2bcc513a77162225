import RatchetTesting

@Suite("A ledger")
struct LedgerTests {
  @Test("is empty when made")
  func empty() {
    let ledger = SharedLedger()
    #expect(ledger.ledger.isClean)
    #expect(ledger.ledger.liveEffects.isEmpty)
  }

  @Test("closes a cascade when its last hold is taken back")
  func holds() {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    ledger.hold(cascade)
    #expect(!ledger.release(cascade))
    #expect(ledger.ledger.isLive(cascade))

    #expect(ledger.release(cascade))
    #expect(!ledger.ledger.contains(cascade))
    #expect(ledger.ledger.isClean)
  }

  @Test("keeps a cascade open while an effect of it is in flight")
  func open() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade)
    #expect(!ledger.release(cascade))
    #expect(ledger.begin(effect))
    #expect(ledger.end(effect) == .closed(cascade))
    #expect(ledger.ledger.isClean)
  }

  @Test("does not close a held cascade when its last effect ends")
  func heldOpen() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade)
    #expect(ledger.begin(effect))
    #expect(ledger.end(effect) == .nothing)

    #expect(ledger.release(cascade))
  }

  @Test("counts what began, ended and was cancelled")
  func counts() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effects = try (0..<4).map { _ in try ledger.effect(under: cascade) }
    for effect in effects.dropLast() { #expect(ledger.begin(effect)) }
    #expect(ledger.ledger.started == 3)
    #expect(ledger.ledger.live == 3)
    #expect(ledger.end(effects[0]) == .nothing)
    #expect(ledger.ledger.finished == 1)
    ledger.cancel(cascade: cascade)
    #expect(ledger.ledger.cancelled == 2)
    #expect(ledger.ledger.live == 0)
    #expect(!ledger.ledger.isEmpty)
  }

  @Test("begins an effect once, and not after its end")
  func beginOnce() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade)
    #expect(ledger.begin(effect))
    #expect(!ledger.begin(effect))
    ledger.end(effect)
    #expect(!ledger.begin(effect))
    #expect(ledger.ledger.started == 1)
  }

  @Test("does nothing for an entry that has left it")
  func gone() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let effect = try ledger.effect(under: cascade)
    ledger.begin(effect)
    ledger.end(effect)
    #expect(ledger.end(effect) == .nothing)
    #expect(ledger.ledger.finished == 1)

    #expect(ledger.release(cascade))
    #expect(!ledger.release(cascade))
    ledger.hold(cascade)
    #expect(ledger.enter(.effect, under: cascade) == nil)
    #expect(ledger.cancel(cascade: cascade) == Reached())
    #expect(ledger.ledger.isClean)
  }

  @Test("never gives a name twice, although places are used again")
  func names() throws {
    let ledger = SharedLedger()
    var names: Set<Ledger.Node> = []
    for _ in 0..<100 {
      let cascade = ledger.openCascade()
      let effect = try ledger.effect(under: cascade)
      names.formUnion([cascade, effect])
      ledger.release(cascade)
      ledger.end(effect)
    }
    #expect(names.count == 200)
    #expect(Set(names.map(\.index)).count == 2)
  }

  @Test("lists live effects in the order of entry, whatever place they got")
  func order() throws {
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    let early = try (0..<3).map { _ in try ledger.effect(under: cascade) }
    ledger.end(early[0])
    ledger.end(early[1])
    let late = try (0..<2).map { _ in try ledger.effect(under: cascade) }
    #expect(ledger.ledger.liveEffects == [early[2]] + late)
    #expect(ledger.ledger.liveEffects.map { ledger.ledger.serial(of: $0) } == [3, 4, 5])
  }
}
