// A standard collection keeps the memory of its peak. These methods release it when three quarters
// are unused, in amortized constant time for each removal.

extension Dictionary {
  /// Releases memory that is left over from a much larger dictionary.
  mutating func shrinkIfSparse() {
    if isSparse(count: count, capacity: capacity) { shrink() }
  }

  private mutating func shrink() {
    var copy = Self(minimumCapacity: 2 * count)
    for (key, value) in self { copy[key] = value }
    self = copy
  }
}

extension Set {
  /// Releases memory that is left over from a much larger set.
  mutating func shrinkIfSparse() {
    if isSparse(count: count, capacity: capacity) { shrink() }
  }

  private mutating func shrink() {
    var copy = Self(minimumCapacity: 2 * count)
    for element in self { copy.insert(element) }
    self = copy
  }
}

extension Array {
  /// Releases memory that is left over from a much larger array.
  mutating func shrinkIfSparse() {
    if isSparse(count: count, capacity: capacity) { shrink() }
  }

  private mutating func shrink() {
    var copy: Self = []
    copy.reserveCapacity(2 * count)
    copy += self
    self = copy
  }
}

/// Whether three quarters of the capacity are unused, unless it is small.
private func isSparse(count: Int, capacity: Int) -> Bool {
  capacity > 64 && count <= capacity / 4
}
