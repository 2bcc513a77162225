import RatchetTesting
import TestSupport

extension Nest.State {
  var steps: [NestStep] {
    var steps = rows.map { NestStep.row($0.id) } + others.map { .other($0.id) } + [.part]
    if let sheet { steps.append(.sheet(sheet.id)) }
    if let drawer { steps.append(.drawer(drawer.id)) }
    if let child = object.child { steps.append(.object(child.id)) }
    if let first { steps.append(.first(first.id)) }
    switch page {
    case .left(let child): steps.append(.left(child.id))
    case .right(let child): steps.append(.right(child.id))
    case .empty: break
    }
    return steps
  }

  /// Two children of each kind that has an identity.
  mutating func fill() {
    for id in 0..<3 {
      var child = Child.State(id: id % 2)
      child.fill()
      sheet = child
      drawer = child
      object.child = child
      child.id = id
      rows.append(child)
      others.append(child)
    }
  }

  func has(_ place: ArraySlice<NestStep>) -> Bool {
    guard let step = place.first else { return true }
    return child(step)?.has(place.dropFirst()) ?? false
  }

  func steps(below place: ArraySlice<NestStep>) -> [NestStep] {
    guard let step = place.first else { return steps }
    return child(step)?.steps(below: place.dropFirst()) ?? []
  }

  private func child(_ step: NestStep) -> Child.State? {
    switch (step, page) {
    case (.row(let id), _): rows.elements.first { $0.id == id }
    case (.other(let id), _): others.elements.first { $0.id == id }
    case (.sheet(let id), _): sheet?.id == id ? sheet : nil
    case (.drawer(let id), _): drawer?.id == id ? drawer : nil
    case (.object(let id), _): object.child?.id == id ? object.child : nil
    case (.first(let id), _): first?.id == id ? first : nil
    case (.part, _): part
    case (.left(let id), .left(let child)): child.id == id ? child : nil
    case (.right(let id), .right(let child)): child.id == id ? child : nil
    case (.left, _), (.right, _): nil
    }
  }

  mutating func edit(_ random: inout SeededRandom) {
    switch random.number(below: 10) {
    case 0..<3: editIDs(of: random.chance(70) ? \.rows : \.others, &random)
    case 3..<6: editElements(of: random.chance(70) ? \.rows : \.others, &random)
    case 6: exchange(&random)
    case 7: editCases(&random)
    default: editOptionals(&random)
    }
  }

  /// Changes which elements a collection has.
  private mutating func editIDs(
    of list: WritableKeyPath<Self, IdentifiedArrayOf<Child.State>>, _ random: inout SeededRandom
  ) {
    let id = random.number(below: 4)
    let element = Child.State(id: id)
    switch random.number(below: 11) {
    case 0..<3: if !self[keyPath: list].contains(id: id) { self[keyPath: list].append(element) }
    case 3:
      if !self[keyPath: list].contains(id: id) { self[keyPath: list].insert(element, at: 0) }
    case 4: self[keyPath: list].remove(id: id)
    case 5: if !self[keyPath: list].isEmpty { self[keyPath: list].removeLast() }
    case 6: self[keyPath: list][id: id] = random.chance(50) ? nil : element
    case 7: self[keyPath: list].removeAll { $0.id == id }
    case 8: self[keyPath: list] = self[keyPath: list].filter { $0.id != id }
    case 9:
      // Again, in the same action.
      guard let removed = self[keyPath: list].remove(id: id) else { return }
      self[keyPath: list].append(random.chance(50) ? removed : element)
    default:
      let position = self[keyPath: list].index(id: id)
      if let position { self[keyPath: list][position].id = random.number(below: 5) }
    }
  }

  /// Changes elements, or their order.
  private mutating func editElements(
    of list: WritableKeyPath<Self, IdentifiedArrayOf<Child.State>>, _ random: inout SeededRandom
  ) {
    let id = random.number(below: 4)
    let count = self[keyPath: list].count
    if count == 0 { return }
    switch random.number(below: 9) {
    case 0: self[keyPath: list][id: id]?.edit(&random)
    case 1: self[keyPath: list][random.number(below: count)].edit(&random)
    case 2: for position in 0..<count { self[keyPath: list][position].edit(&random) }
    case 3: self[keyPath: list].updateOrAppend(Child.State(id: id))
    case 4: self[keyPath: list].reverse()
    case 5: self[keyPath: list].move(fromOffsets: [random.number(below: count)], toOffset: 0)
    case 6: self[keyPath: list].move(fromOffsets: [0], toOffset: count)
    case 7: self[keyPath: list] = IdentifiedArray(self[keyPath: list].elements)
    default: self[keyPath: list].change(id: id) { $0.edit(&random) }
    }
  }

  /// Exchanges children and collections, with each other or with what they were before.
  private mutating func exchange(_ random: inout SeededRandom) {
    switch random.number(below: 8) {
    case 0, 1:
      saved.append(rows)
      if saved.count > 3 { saved.removeFirst() }
    case 2: if !saved.isEmpty { rows = random.element(of: saved) }
    case 3: if !saved.isEmpty { swap(&rows, &saved[random.number(below: saved.count)]) }
    case 4: swap(&rows, &others)
    case 5: swap(&sheet, &drawer)
    case 6:
      // Its rows have the same objects.
      if !saved.isEmpty { saved[0].change(id: random.number(below: 3)) { $0.edit(&random) } }
    default:
      if let row = rows.first, !others.contains(id: row.id) {
        rows.remove(id: row.id)
        others.append(row)
      }
    }
  }

  private mutating func editOptionals(_ random: inout SeededRandom) {
    let child = random.chance(70) ? Child.State(id: random.number(below: 2)) : nil
    switch random.number(below: 7) {
    case 0: sheet = child
    case 1: drawer = child
    case 2: sheet?.edit(&random)
    case 3: drawer?.edit(&random)
    case 4: object.child = child
    case 5: object.child?.edit(&random)
    default:
      let before = sheet
      sheet = nil
      sheet = before
    }
  }

  private mutating func editCases(_ random: inout SeededRandom) {
    let child = Child.State(id: random.number(below: 2))
    switch (random.number(below: 6), page) {
    case (0, _): page = .left(child)
    case (1, _): page = .right(child)
    case (2, _): page = .empty
    case (3, _): part = child
    case (4, _): part.edit(&random)
    case (_, .left(var child)):
      child.edit(&random)
      page = .left(child)
    case (_, .right(var child)):
      child.edit(&random)
      page = .right(child)
    case (_, .empty): break
    }
  }
}
