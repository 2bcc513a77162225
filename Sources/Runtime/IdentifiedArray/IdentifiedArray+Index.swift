import RatchetDependencies

// `positions` has one key for each element, and each position occurs once among its values. An
// object in the array may change its id unseen, so every change of the index compares what it finds
// with what it expects, and rebuilds the index on a mismatch.

extension IdentifiedArray {
  /// Appends an element unless its id is present, and returns whether it did.
  @discardableResult
  mutating func add(_ element: Element) -> Bool {
    let id = idOf(element)
    guard checkedIndex(id: id) == nil, !isUnequal(id) else { return false }
    positions[id] = storage.count
    storage.append(element)
    changes.recordAddition()
    return true
  }

  /// Inserts an element with an id that no other element has.
  mutating func add(_ element: Element, id: ID, at position: Int) {
    if position < storage.count { changes.recordMove() }
    storage.insert(element, at: position)
    positions[id] = position
    changes.recordAddition()
    reindex(from: position + 1, movedBy: 1)
  }

  /// The same at a position that was valid when the array ended at `end`; returns the position of
  /// the element, since looking up its id may have rebuilt the index and removed elements.
  mutating func add(_ element: Element, id: ID, at position: Int, before end: Int) -> Int {
    let position = position <= end ? Swift.min(position, storage.count) : position
    add(element, id: id, at: position)
    return position
  }

  /// The position of the element with an id; rebuilds the index first if its entry is wrong.
  mutating func checkedIndex(id: ID) -> Int? {
    guard let position = positions[id] else { return nil }
    return idOf(storage[position]) == id ? position : correctedIndex(id: id)
  }

  /// Rebuilds the index and looks up the id again.
  @usableFromInline
  mutating func correctedIndex(id: ID) -> Int? {
    rebuildIndex()
    return positions[id]
  }

  /// Corrects the positions of the elements from `start` on, which have all moved by a distance.
  mutating func reindex(from start: Int, movedBy distance: Int) {
    for position in start..<storage.count {
      guard move(storage[position], from: position - distance, to: position) else {
        return rebuildIndex()
      }
    }
  }

  /// Corrects all positions after elements were reordered or removed.
  mutating func reindex() {
    changes.recordMove()
    for position in storage.indices {
      // Negative until all are done, to detect duplicate ids.
      let isFirst = Self.mark(&positions[idOf(storage[position]), default: .min], position)
      if !isFirst { return rebuildIndex() }
    }
    guard positions.count == storage.count else { return rebuildIndex() }
    Self.unmark(&positions.values)
  }

  /// Corrects the position of one element; returns whether the old one was as expected.
  mutating func move(_ element: Element, from old: Int, to new: Int) -> Bool {
    Self.replace(&positions[idOf(element), default: .min], old, by: new)
  }

  /// Updates the index after the element at a position has been changed in place.
  @usableFromInline
  mutating func acceptChange(at position: Int, from id: ID, to newID: ID) {
    let other = positions[newID]
    guard positions[id] == position, other.map({ idOf(storage[$0]) == newID }) ?? true else {
      return rebuildIndex()
    }
    let isLeftOut = isUnequal(newID)
    if !isLeftOut { reportChange(from: id, to: newID, isTaken: other != nil) }
    changes.recordRemoval()
    positions[id] = nil
    if other == nil, !isLeftOut {
      positions[newID] = position
    } else {
      storage.remove(at: position)
      reindex(from: position, movedBy: -1)
    }
  }

  /// Rebuilds the index from the elements' current ids, removes elements whose id an earlier one
  /// has, and reports the changes.
  mutating func rebuildIndex() {
    let known = positions
    let elements = storage
    var removed: [ID] = []
    removeAll(keepingCapacity: true)
    for element in elements where !add(element) { removed.append(idOf(element)) }
    let lost = known.filter { $0.value != .min && positions[$0.key] == nil }.map(\.key)
    let new = ids.filter { known[$0] ?? .min == .min }
    reportUnseenChange(lost: lost, new: new, removed: removed)
  }

  private static func replace(_ slot: inout Int, _ old: Int, by new: Int) -> Bool {
    guard slot == old else { return false }
    slot = new
    return true
  }

  private static func mark(_ slot: inout Int, _ position: Int) -> Bool {
    guard slot >= 0 else { return false }
    slot = ~position
    return true
  }

  private static func unmark(_ positions: inout [ID: Int].Values) {
    var index = positions.startIndex
    while index != positions.endIndex {
      positions[index] = ~positions[index]
      positions.formIndex(after: &index)
    }
  }
}
