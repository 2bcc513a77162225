import RatchetTesting
import TestSupport

/// Changing one element of an array that nobody shares copies nothing.
@Suite struct InPlaceTests {
  @Test(
    "changing one of many elements keeps the storage", .deep(100_000, small: 1_000),
    arguments: [0, 0.5, 1])
  func changingOneOfManyElementsKeepsTheStorage(part: Double) {
    let position = Int(part * Double(Deep.size - 1))
    var array = IdentifiedArrayOf<SharedRow>()
    array.append(contentsOf: (0..<Deep.size).map { SharedRow(id: $0) })
    let storage = array.address
    array[id: position]?.box.change { $0 += 1 }
    array[position].box.change { $0 += 1 }
    array[id: position]?.box.change { $0 += 1 }
    array.change(id: position) { $0.box.change { $0 += 1 } }
    #expect(array.address == storage)
    #expect(array[position].box.value == 4)
    // The box copies itself when it is shared; so nothing held the element twice, either.
    #expect(array[position].box.copies == 0)
  }
}

// MARK: - Fixtures

private struct SharedRow: Identifiable {
  let id: Int
  var box = CountingBox()
}

/// A value in a class, copied on write, that counts how often.
private struct CountingBox {
  private final class Storage {
    var value = 0
    var copies = 0
  }

  private var storage = Storage()
  var value: Int { storage.value }
  var copies: Int { storage.copies }

  mutating func change(_ body: (inout Int) -> Void) {
    if !isKnownUniquelyReferenced(&storage) {
      let copy = Storage()
      copy.value = storage.value
      copy.copies = storage.copies + 1
      storage = copy
    }
    body(&storage.value)
  }
}

extension IdentifiedArray {
  fileprivate var address: Int {
    unsafe elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }
}
