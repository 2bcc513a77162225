/// Which elements of a collection somebody is interested in, where they are, and the bytes that
/// they had.
///
/// Each has a slot. All bytes lie side by side, so that a thousand rows that have not changed are
/// passed over in microseconds.
struct RowTable<ID: Hashable, Element> {
  private var slots: [ID: Int] = [:]
  private var ids: [ID] = []
  /// The position of each row in the collection; a hint, right as long as the bytes are.
  private var positions: [Int] = []
  private var bytes: ContiguousArray<UInt8> = []
  private let stride = MemoryLayout<Element>.stride
  private let size = MemoryLayout<Element>.size

  func slot(of id: ID) -> Int? { slots[id] }

  func id(of slot: Int) -> ID { ids[slot] }

  /// Adds a slot for an element, at the end.
  mutating func append(_ id: ID, at position: Int, of elements: [Element]) {
    let slot = ids.count
    slots[id] = slot
    ids.append(id)
    positions.append(position)
    bytes.append(contentsOf: repeatElement(0, count: stride))
    take(position, of: elements, in: slot)
  }

  /// Records where the element of a slot is, and its bytes.
  mutating func take(_ position: Int, of elements: [Element], in slot: Int) {
    positions[slot] = position
    // Safe: as in `changes`.
    unsafe elements.withUnsafeBytes { elements in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let source = elements.baseAddress, let target = bytes.baseAddress else { return }
        unsafe (target + slot * stride).copyMemory(
          from: source + position * stride, byteCount: size)
      }
    }
  }

  /// Whether a slot has the bytes of the element at a position; records the position if so.
  mutating func hasMoved(_ slot: Int, to position: Int, of elements: [Element]) -> Bool {
    let old = exchange(&positions[slot], with: position)
    if changes(in: slot..<slot + 1, of: elements).isEmpty { return true }
    positions[slot] = old
    return false
  }

  /// Removes a slot, which the last one takes; gives its id to a pool.
  @MainActor mutating func remove(_ slot: Int, _ pool: ReleasePool) {
    let end = ids.count - 1
    for offset in 0..<size { bytes[slot * stride + offset] = bytes[end * stride + offset] }
    bytes.removeLast(stride)
    positions.swapAt(slot, end)
    positions.removeLast()
    ids.swapAt(slot, end)
    let id = ids.removeLast()
    pool.add(id)
    slots[id] = nil
    if slot < end { slots[ids[slot]] = slot }
  }

  /// The slots whose elements are not where they were, as they were; the last one first.
  func changes(in elements: [Element]) -> [Int] {
    changes(in: positions.indices, of: elements)
  }

  private func changes(in slots: Range<Int>, of elements: [Element]) -> [Int] {
    var changed: [Int] = []
    let (count, stride, size) = (elements.count, stride, size)
    // Safe: both are used as bytes only. Each slot has `stride` of them, and so has each element;
    // slots are those of the table, and a position is compared if the collection has it. The
    // products are at most the sizes of the two arrays, so that none overflows.
    unsafe elements.withUnsafeBytes { elements in
      unsafe bytes.withUnsafeBytes { bytes in
        guard let elements = elements.baseAddress, let bytes = bytes.baseAddress else {
          changed = slots.reversed()
          return
        }
        // No checks in the loop, and `hasEqualBytes` inlined: j: 115,000 -> 97,000 instructions.
        var slot = slots.upperBound
        while slot > slots.lowerBound {
          slot &-= 1
          let position = positions[slot]
          if position < count,
            unsafe hasEqualBytes(elements + position &* stride, bytes + slot &* stride, size)
          {
            continue
          }
          changed.append(slot)
        }
      }
    }
    return changed
  }
}
