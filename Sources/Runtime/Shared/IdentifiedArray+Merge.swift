/// A collection whose changes are merged element by element.
protocol MergedByElement {
  func merged(with theirs: Any, since base: Any) -> Any
}

extension IdentifiedArray: MergedByElement where Element: Equatable {
  /// The elements of both, in my order.
  ///
  /// What either side has added or changed is there, and what either side has removed is not,
  /// unless the other one has changed it. Of an element that both have changed, mine is taken. What
  /// the others have added comes behind the element that it follows there.
  func merged(with theirs: Any, since base: Any) -> Any {
    guard let theirs = theirs as? Self, let base = base as? Self else { return self }
    let mine = self
    var result = mine
    for element in mine.storage {
      let id = mine.idOf(element)
      let old = base.index(id: id).map { base.storage[$0] }
      if let other = theirs.index(id: id).map({ theirs.storage[$0] }) {
        if old == element, other != element, let position = result.index(id: id) {
          result[position] = other
        }
      } else if old == element {
        result.remove(id: id)
      }
    }
    var previous: ID?
    for element in theirs.storage {
      let id = theirs.idOf(element)
      defer { previous = id }
      if result.index(id: id) != nil { continue }
      let old = base.index(id: id).map { base.storage[$0] }
      // Removed by me, and not changed by them.
      if old == element { continue }
      let position = previous.flatMap { result.index(id: $0) }.map { $0 + 1 }
      result.insert(element, at: position ?? (previous == nil ? 0 : result.count))
    }
    return result
  }
}
