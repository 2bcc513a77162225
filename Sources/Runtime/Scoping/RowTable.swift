/// Where the rows are that somebody is interested in, and the bytes that they had.
///
/// All in one place, so that a thousand rows that have not changed are passed over in microseconds.
@safe final class RowTable<Element> {
  /// The position of each row in the collection; a hint, right as long as the bytes are.
  private var positions: ContiguousArray<Int> = []
  // Safe: `capacity` elements long and only used as bytes. Offsets are those of slots, which
  // `positions` has, and elements of the collection are reached at positions that it has.
  private var bytes: UnsafeMutableRawPointer?
  private var capacity = 0
  private let stride = MemoryLayout<Element>.stride
  private let size = MemoryLayout<Element>.size

  deinit {
    unsafe bytes?.deallocate()
  }

  /// Adds a slot for an element.
  func append(_ position: Int, of elements: [Element]) {
    if positions.count == capacity { grow() }
    positions.append(position)
    take(position, of: elements, in: positions.count - 1)
  }

  /// Notes where the element of a slot is, and its bytes.
  func take(_ position: Int, of elements: [Element], in slot: Int) {
    positions[slot] = position
    unsafe elements.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return }
      unsafe place(slot).copyMemory(from: source + position * stride, byteCount: size)
    }
  }

  /// Whether a slot has the bytes of the element at a position; notes the position if so.
  func moved(_ slot: Int, to position: Int, of elements: [Element]) -> Bool {
    guard matches(slot, position, elements) else { return false }
    positions[slot] = position
    return true
  }

  /// Removes a slot; the last one takes its place.
  func remove(_ slot: Int) {
    let end = positions.count - 1
    if slot != end { unsafe place(slot).copyMemory(from: place(end), byteCount: size) }
    positions.swapAt(slot, end)
    positions.removeLast()
  }

  /// The slots whose elements are not where they were, as they were; the last one first.
  func changes(in elements: [Element]) -> [Int] {
    var changed: [Int] = []
    unsafe elements.withUnsafeBytes { source in
      for slot in positions.indices.reversed() {
        let offset = positions[slot] * stride
        if offset + size <= source.count, let base = source.baseAddress,
          unsafe hasEqualBytes(base + offset, place(slot), size)
        {
          continue
        }
        changed.append(slot)
      }
    }
    return changed
  }

  private func matches(_ slot: Int, _ position: Int, _ elements: [Element]) -> Bool {
    unsafe elements.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return false }
      return unsafe hasEqualBytes(base + position * stride, place(slot), size)
    }
  }

  private func grow() {
    let larger = max(8, capacity * 2)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger * stride, alignment: 16)
    if let smaller = unsafe bytes {
      unsafe moved.copyMemory(from: smaller, byteCount: positions.count * stride)
      unsafe smaller.deallocate()
    }
    unsafe bytes = moved
    capacity = larger
  }

  @unsafe private func place(_ slot: Int) -> UnsafeMutableRawPointer {
    unsafe bytes.unsafelyUnwrapped + slot * stride
  }
}
