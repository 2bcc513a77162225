extension EncodedTree {
  /// Merges two changes of a part, `mine` and `theirs`; `base` is the part before them, and `nil`
  /// stands for a part that is missing.
  ///
  /// Objects are merged by member. Lists are merged by element if all elements are objects with a
  /// member `id`. Where both sides have changed anything else, `mine` wins, unless it only reorders
  /// a list.
  static func merged(
    _ base: EncodedTree?, _ mine: EncodedTree?, _ theirs: EncodedTree?
  ) -> EncodedTree? {
    if mine == base { return theirs }
    if theirs == base { return mine }
    if case .object(let mine)? = mine, case .object(let theirs)? = theirs {
      var old: [ArraySlice<UInt8>: EncodedTree] = [:]
      if case .object(let members)? = base { old = members }
      return .object(
        Set(mine.keys).union(theirs.keys).reduce(into: [:]) { result, name in
          result[name] = merged(old[name], mine[name], theirs[name])
        })
    }
    if let mine = mine?.elements, let theirs = theirs?.elements,
      let old = (base ?? .list([])).elements
    {
      return .list(
        mine.merged(with: theirs, since: old, isSame: { $0.sorted == $1.sorted }) {
          old, mine, theirs in
          merged(old, mine, theirs) ?? mine
        })
    }
    // My side may only have written an unchanged set in another order.
    if case .list? = mine, mine?.sorted == base?.sorted, theirs?.sorted != base?.sorted {
      return theirs
    }
    return mine
  }

  /// The elements of a list; `nil` for anything else, or if two elements have the same id or one
  /// has none.
  private var elements: ListVersion<EncodedTree, EncodedTree>? {
    guard case .list(let elements) = self else { return nil }
    return ListVersion(elements, id: \.id)
  }

  /// The member `id` of an object.
  private var id: EncodedTree? {
    if case .object(let members) = self { members[ArraySlice("\"id\"".utf8)] } else { nil }
  }

  /// This part with the elements of each list sorted, for comparisons: a set is encoded in a
  /// different order each time.
  var sorted: EncodedTree {
    switch self {
    case .leaf: self
    case .list(let elements):
      .list(
        elements.map(\.sorted).map { ($0, $0.text) }
          .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map { $0.0 })
    case .object(let members): .object(members.mapValues(\.sorted))
    }
  }

  /// A step from a value to one of its parts: the name of the member, as it is encoded, or the
  /// index of the element.
  struct Step {
    var name: ArraySlice<UInt8> = []
    var index: Int?
  }

  /// Replaces a part of this merged tree by `mine`, because the merged part does not form a value.
  ///
  /// `path` leads to the problem. The part is the last one on it that differs from both `mine` and
  /// `theirs`: a part that equals one of them is not mixed. Returns false if there is none.
  mutating func settle(
    at path: ArraySlice<Step>, _ mine: EncodedTree?, _ theirs: EncodedTree?
  ) -> Bool {
    guard self != mine, self != theirs, let whole = mine else { return false }
    if let step = path.first, var part = self[step],
      part.settle(
        at: path.dropFirst(), mine?.part(like: part, at: step), theirs?.part(like: part, at: step))
    {
      self[step] = part
    } else {
      self = whole
    }
    return true
  }

  private subscript(step: Step) -> EncodedTree? {
    get {
      switch self {
      case .leaf: nil
      case .list(let elements):
        step.index.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      case .object(let members): members[step.name]
      }
    }
    set {
      if case .object(var members) = self {
        members[step.name] = newValue
        self = .object(members)
      } else if case .list(var elements) = self, let index = step.index, let newValue {
        elements[index] = newValue
        self = .list(elements)
      }
    }
  }

  /// The member to which a step leads; in a list, whose order may be another one, the element with
  /// the same id as `part`.
  private func part(like part: EncodedTree, at step: Step) -> EncodedTree? {
    if case .list(let elements) = self { elements.first { $0.id == part.id } } else { self[step] }
  }

  /// The path to what is lost if this tree is decoded and encoded again as `other`; `nil` if
  /// nothing is.
  ///
  /// It leads to an object that has other members in `other`, or to an element that is missing
  /// there: decoding has ignored a member, or the element.
  func pathOfLoss(in other: EncodedTree) -> [Step]? {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      if Set(members.keys) != Set(others.keys) { return [] }
      for (name, member) in members {
        if let other = others[name], let path = member.pathOfLoss(in: other) {
          return [Step(name: name)] + path
        }
      }
    case (.list(let elements), .list(let others)):
      // Elements without ids are not compared, because they are not merged.
      let others = Dictionary(others.map { ($0.id, $0) }) { first, _ in first }
      for (index, element) in elements.enumerated() {
        guard let id = element.id else { continue }
        guard let other = others[id] else { return [Step(index: index)] }
        if let path = element.pathOfLoss(in: other) { return [Step(index: index)] + path }
      }
    default: break
    }
    return nil
  }
}
