import TestSupport
import Testing

@testable import Ratchet

@Suite("A ledger after peaks")
struct LedgerPeakTests {
  @Test("has no name that matches a later entry", .seeds(50))
  func names() throws {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let ledger = SharedLedger()
    let cascade = ledger.openCascade()
    var gone: [Ledger.Node] = []
    var live: [Ledger.Node] = []
    for _ in 0..<4 {
      for _ in 0..<random.number(below: 150) {
        live.append(try ledger.effect(under: cascade))
      }
      live = live.shuffled(using: &random)
      let staying = random.number(below: 3)
      while live.count > staying {
        let node = live.removeLast()
        #expect(ledger.begin(node), "seed \(seed)")
        #expect(ledger.end(node) == .nothing, "seed \(seed)")
        gone.append(node)
      }
      #expect(Set(ledger.ledger.liveEffects) == Set(live), "seed \(seed)")
      #expect(
        gone.allSatisfy { !ledger.ledger.contains($0) && !ledger.ledger.isLive($0) }, "seed \(seed)"
      )
      #expect(gone.allSatisfy { ledger.end($0) == .nothing && !ledger.begin($0) }, "seed \(seed)")
      #expect(gone.allSatisfy { ledger.ledger.path(of: $0).isEmpty }, "seed \(seed)")
    }
    #expect(Set(gone + live).count == gone.count + live.count, "seed \(seed): a name came twice")
    for node in live { ledger.end(node) }
    #expect(ledger.release(cascade), "seed \(seed)")
    #expect(ledger.ledger.isClean, "seed \(seed)")
  }

  @Test("finds what a cancel reaches", .seeds(50))
  func paths() throws {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let ledger = SharedLedger()
    for _ in 0..<3 {
      let cascade = ledger.openCascade()
      var rows: [Int: [Ledger.Node]] = [:]
      for row in 0..<random.number(below: 100) {
        let path = ledger.path(Self.component("rows", row))
        let sheet = ledger.path(Self.component("sheet"), below: path)
        for id in [1, row] {
          let node = try ledger.effect(under: cascade, ids: [AnyID(id)], path: sheet)
          rows[row, default: []].append(node)
        }
        ledger.leave(sheet)
        ledger.leave(path)
      }
      for row in rows.keys.sorted().shuffled(using: &random) where random.chance(90) {
        let path = ledger.path(Self.component("rows", row))
        #expect(ledger.cancelAll(at: path).abandoned == rows[row], "seed \(seed)")
        ledger.leave(path)
        rows[row] = nil
      }
      let left = rows.values.compactMap(\.first)
      #expect(
        Set(ledger.cancel(id: 1).abandoned).isSuperset(of: left), "seed \(seed)")
      ledger.cancel(cascade: cascade)
      #expect(ledger.release(cascade), "seed \(seed)")
      #expect(ledger.ledger.isClean, "seed \(seed)")
    }
  }

  // MARK: - Fixtures

  private static func component(_ label: String, _ element: Int? = nil) -> PathComponent {
    PathComponent(label: label, position: 0, element: element.map { AnyID($0) })
  }
}
