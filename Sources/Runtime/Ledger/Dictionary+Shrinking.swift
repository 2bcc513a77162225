// A collection of the standard library keeps the memory that it had at its fullest. These give it
// back when three quarters are unused, in constant time on average for each removal.

extension Dictionary {
  /// Gives back memory that is left from when there was much more in it.
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
  /// Gives back memory that is left from when there was much more in it.
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
  /// Gives back memory that is left from when there was much more in it.
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

/// Whether three quarters of what has room are unused, unless it is little.
private func isSparse(count: Int, capacity: Int) -> Bool {
  capacity > 64 && count <= capacity / 4
}
