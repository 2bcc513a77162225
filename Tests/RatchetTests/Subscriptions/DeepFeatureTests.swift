import Foundation
import RatchetTesting

@MainActor @Suite("Features that lie deep in one another")
struct DeepFeatureTests {
  @Test("declare what runs", arguments: Doll.Way.allCases)
  func deep(way: Doll.Way) {
    let messages = Messages()
    var addresses: [UInt] = []
    let tower = Doll.State.tower(way.safeDepth, by: way) { $0 == 0 || $0 == way.safeDepth }
    let store = StoreOf<Doll>(tower, log: messages) {
      var local = 0
      addresses.append(unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) })
    }
    #expect(store.subscriptions.count == 2)
    store.change { $0.isOn = false }
    #expect(store.subscriptions.count == 1)
    #expect(messages.texts == [])
    #expect(addresses.count == 2 * (way.safeDepth + 1))
    // 3.2 MB of the main thread's 8, or 6 MB with AddressSanitizer.
    #expect((addresses.max() ?? 0) - (addresses.min() ?? 0) < 6_400_000)
  }
}
