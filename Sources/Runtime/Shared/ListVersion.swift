/// One version of a list whose elements have ids, to merge two changes of the list.
///
/// Used for lists in an `EncodedTree`, and for an `IdentifiedArray` that cannot be encoded.
struct ListVersion<ID: Hashable, Element: Equatable> {
  private let ids: [ID]
  private let elements: [ID: Element]

  /// Returns `nil` if an element has no id, or the id of another element.
  init?(_ list: [Element], id: (Element) -> ID?) {
    var (ids, elements): ([ID], [ID: Element]) = ([], [:])
    for element in list {
      guard let id = id(element), elements.updateValue(element, forKey: id) == nil else {
        return nil
      }
      ids.append(id)
    }
    (self.ids, self.elements) = (ids, elements)
  }

  /// Combines this version (mine) with `theirs`, which were both made from `base`.
  ///
  /// The result has the elements that either side has added or changed; `merge` combines two
  /// changes of an element. It does not have the elements that one side has removed, unless the
  /// other side has changed them, as `isSame` decides. It has my order; an element that
  /// only they have added or moved follows the element that precedes it in `theirs`.
  func merged(
    with theirs: Self, since base: Self, isSame: (Element, Element) -> Bool = { $0 == $1 },
    _ merge: (_ base: Element?, Element, Element) -> Element
  ) -> [Element] {
    var result: [ID: Element] = [:]
    for id in Set(ids).union(theirs.ids) {
      let old = base.elements[id]
      if let mine = elements[id], let theirs = theirs.elements[id] {
        result[id] = merge(old, mine, theirs)
      } else if let rest = elements[id] ?? theirs.elements[id] {
        result[id] = old.map { isSame($0, rest) } == true ? nil : rest
      }
    }
    let theirMoves = theirs.moved(since: base).subtracting(moved(since: base))
    func isTheirs(_ id: ID) -> Bool { elements[id] == nil || theirMoves.contains(id) }
    // The elements that they have added or moved, by the element that they follow; `nil` is the
    // beginning.
    var following: [ID?: [ID]] = [:]
    var last: ID?
    for id in theirs.ids where result[id] != nil {
      if isTheirs(id) { following[last, default: []].append(id) } else { last = id }
    }
    let order = ids.filter { !isTheirs($0) }.reduce(into: following[nil] ?? []) { order, id in
      order += [id] + (following[id] ?? [])
    }
    return order.compactMap { result[$0] }
  }

  /// The ids that have moved: all that `base` has, except the longest sequence that is in the same
  /// order.
  private func moved(since base: Self) -> Set<ID> {
    let positions = Dictionary(uniqueKeysWithValues: zip(base.ids, 0...))
    let common = ids.filter { positions[$0] != nil }
    let old = common.compactMap { positions[$0] }
    // For each length, the index at which the sequence ends that leaves most room for more; and for
    // each index, the one before it in its sequence.
    var (ends, previous): ([Int], [Int?]) = ([], [])
    for index in old.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if old[ends[middle]] < old[index] { low = middle + 1 } else { high = middle }
      }
      previous.append(low == 0 ? nil : ends[low - 1])
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var moved = Set(common)
    var index = ends.last
    while let unmoved = index {
      moved.remove(common[unmoved])
      index = previous[unmoved]
    }
    return moved
  }
}
