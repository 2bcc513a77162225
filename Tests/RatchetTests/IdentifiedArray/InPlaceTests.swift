import RatchetTesting

/// Changing one element of an array that nobody shares copies nothing.
@Suite struct InPlaceTests {
  private static let count = 100_000

  @Test("changing one of many elements keeps the storage", arguments: [0, 1, 50_000, 99_999])
  func changingOneOfManyElementsKeepsTheStorage(position: Int) {
    var array = IdentifiedArrayOf<SharedRow>()
    array.append(contentsOf: (0..<Self.count).map { SharedRow(id: $0) })
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

  @Test("a shared array is copied once and the other stays")
  func aSharedArrayIsCopiedOnceAndTheOtherStays() {
    var array = IdentifiedArrayOf<SharedRow>()
    array.append(contentsOf: (0..<10).map { SharedRow(id: $0) })
    let other = array
    let storage = array.address
    array[id: 3]?.box.change { $0 += 1 }
    #expect(array.address != storage)
    #expect(other.address == storage)
    #expect(array[3].box.value == 1)
    #expect(other[3].box.value == 0)
    #expect(array[3].box.copies == 1)
  }

  @Test("replacing and removing the last keep the storage")
  func replacingAndRemovingTheLastKeepTheStorage() {
    var array = IdentifiedArrayOf<SharedRow>()
    array.append(contentsOf: (0..<Self.count).map { SharedRow(id: $0) })
    let storage = array.address
    array.updateOrAppend(SharedRow(id: 5))
    array.removeLast()
    array.append(SharedRow(id: -1))
    array[id: -1] = nil
    #expect(array.address == storage)
    #expect(array.count == Self.count - 1)
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
