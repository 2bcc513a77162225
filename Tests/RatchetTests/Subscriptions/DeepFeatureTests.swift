import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("Features that lie deep in one another")
struct DeepFeatureTests {
  @Test("declare what runs", .deep(500, small: 50), arguments: Doll.Way.allCases)
  func deep(way: Doll.Way) {
    let messages = Messages()
    // Those of a default run are a tenth of what can surely be, with AddressSanitizer, too.
    let depth = Deep.size / way.levels
    var addresses: [UInt] = []
    let tower = Doll.State.tower(depth, by: way) { $0 == 0 || $0 == depth }
    let store = StoreOf<Doll>(tower, log: messages) {
      var local = 0
      addresses.append(unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) })
    }
    #expect(store.inFlight.filter(\.isSubscription).count == 2)
    store.change { $0.isOn = false }
    #expect(store.inFlight.filter(\.isSubscription).count == 1)
    #expect(messages.texts == [])
    #expect(addresses.count == 2 * (depth + 1))
    // At full depth 3.2 MB of the main thread's 8, or 6 MB with AddressSanitizer.
    #expect((addresses.max() ?? 0) - (addresses.min() ?? 0) < UInt(Deep.size) * 12_800)
  }

  @Test("declare one each, which end all at once", .deep(500, small: 30))
  func end() {
    let tower = Doll.State.tower(Deep.size, by: .child) { _ in true }
    let store = StoreOf<Doll>(tower, log: Messages())
    #expect(store.inFlight.filter(\.isSubscription).count == Deep.size + 1)
    store.change { $0.child = nil }
    #expect(store.inFlight.filter(\.isSubscription).count == 1)
    #expect(store.inFlight.count == 1)
  }
}
