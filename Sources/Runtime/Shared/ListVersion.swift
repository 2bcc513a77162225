/// One version of a list whose elements have ids, to merge two changes of the list.
///
/// Used to merge shared values: for lists in an `EncodedTree`, which is an encoded value, and for
/// an `IdentifiedArray` that cannot be encoded.
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

  /// Combines this version (mine) with `theirs`; both were made from `base`.
  ///
  /// - An element that both versions have is merged by `merge`.
  /// - An element that one side has added is in the result.
  /// - An element that one side has removed is not, unless the other side has changed it, which
  ///   `isSame` decides.
  /// - The order is mine, but an element that only the other version has (it was added there, or
  ///   removed here and changed there) or that only the other side has moved follows the element
  ///   that precedes it in `theirs`.
  func merged(
    with theirs: Self, since base: Self, isSame: (Element, Element) -> Bool = { $0 == $1 },
    _ merge: (_ base: Element?, Element, Element) -> Element
  ) -> [Element] {
    var result: [ID: Element] = [:]
    for id in Set(ids).union(theirs.ids) {
      let old = base.elements[id]
      if let mine = elements[id], let theirs = theirs.elements[id] {
        result[id] = merge(old, mine, theirs)
      } else if let remaining = elements[id] ?? theirs.elements[id] {
        result[id] = old.map { isSame($0, remaining) } == true ? nil : remaining
      }
    }
    let theirMoves = theirs.moved(since: base).subtracting(moved(since: base))
    func isTheirs(_ id: ID) -> Bool { elements[id] == nil || theirMoves.contains(id) }
    // The elements whose place is theirs, by the element that they follow; those at the beginning
    // follow `nil`.
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

  /// The ids that have moved: all that `base` has, too, except the longest sequence of ids that is
  /// in the same order there.
  private func moved(since base: Self) -> Set<ID> {
    let positions = Dictionary(uniqueKeysWithValues: zip(base.ids, 0...))
    let common = ids.filter { positions[$0] != nil }
    let old = common.compactMap { positions[$0] }
    // Finds the longest increasing sequence in `old`. `ends` has, for each length, the index of the
    // smallest number with which a sequence of this length ends. `previous` has, for each index,
    // the index before it in its sequence.
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
