/// A collection for which the default `merge` of a `SharedKey` combines two changes element by
/// element, if two stores or programs have changed it at the same time.
protocol MergedByElement {
  func merged(with theirs: Any, since base: Any, isEarly: Bool) -> Any
}

extension IdentifiedArray: MergedByElement where Element: Equatable {
  /// Combines this array (mine) with `theirs`, which were both made from `base`; keeps my order.
  ///
  /// The result has the elements that either side has added or changed. It does not have the
  /// elements that one side has removed, unless the other side has changed them. If both sides have
  /// changed an element, mine is taken; theirs, if mine was made before the file was known
  /// (`isEarly`). An element that only they have comes behind the element of the result that
  /// precedes it in `theirs`.
  func merged(with theirs: Any, since base: Any, isEarly: Bool) -> Any {
    guard let theirs = theirs as? Self, let base = base as? Self else { return self }
    let mine = self
    var result = IdentifiedArray(mine.idOf)
    for element in mine.storage {
      let id = mine.idOf(element)
      let old = base.index(id: id).map { base.storage[$0] }
      if let other = theirs.index(id: id).map({ theirs.storage[$0] }) {
        result.append(old == element || (isEarly && old != other) ? other : element)
      } else if old != element {
        result.append(element)
      }
    }
    // The elements that only they have, by the element of the result that they follow; `nil` is
    // the beginning.
    var added: [ID?: [Element]] = [:]
    var last: ID?
    for element in theirs.storage {
      let id = theirs.idOf(element)
      if result.index(id: id) != nil {
        last = id
      } else if base.index(id: id).map({ base.storage[$0] }) != element {
        // Otherwise I have removed the element, and they have not changed it.
        added[last, default: []].append(element)
      }
    }
    if added.isEmpty { return result }
    var all = IdentifiedArray(mine.idOf)
    for element in added[nil] ?? [] { all.append(element) }
    for element in result.storage {
      all.append(element)
      for other in added[mine.idOf(element)] ?? [] { all.append(other) }
    }
    return all
  }
}
