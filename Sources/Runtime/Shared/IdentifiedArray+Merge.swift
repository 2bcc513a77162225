/// A collection for which the default `merge` of a `SharedKey` combines two changes element by
/// element, if two stores or programs have changed it at the same time.
protocol MergedByElement {
  func merged(with theirs: Any, since base: Any) -> Any
}

extension IdentifiedArray: MergedByElement where Element: Equatable {
  /// Combines this array (mine) with `theirs`, which were both made from `base`; keeps my order.
  ///
  /// The result has the elements that either side has added or changed. It does not have the
  /// elements that one side has removed, unless the other side has changed them. If both sides have
  /// changed an element, mine is taken. An element that only they have comes behind the element
  /// that precedes it in `theirs`.
  func merged(with theirs: Any, since base: Any) -> Any {
    guard let theirs = theirs as? Self, let base = base as? Self else { return self }
    let mine = self
    var result = IdentifiedArray(mine.idOf)
    for element in mine.storage {
      let id = mine.idOf(element)
      let old = base.index(id: id).map { base.storage[$0] }
      if let other = theirs.index(id: id).map({ theirs.storage[$0] }) {
        result.append(old == element ? other : element)
      } else if old != element {
        result.append(element)
      }
    }
    var previous: ID?
    for element in theirs.storage {
      let id = theirs.idOf(element)
      defer { previous = id }
      if result.index(id: id) != nil { continue }
      let old = base.index(id: id).map { base.storage[$0] }
      // I have removed the element, and they have not changed it.
      if old == element { continue }
      let position = previous.flatMap { result.index(id: $0) }.map { $0 + 1 }
      result.insert(element, at: position ?? (previous == nil ? 0 : result.count))
    }
    return result
  }
}
