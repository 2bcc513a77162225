import RatchetTesting

/// What is given to a method may be a part of the array that the method changes.
///
/// Optimized code passes such an argument without a reference of its own, so that a change of the
/// array may free it.
@Suite("An argument that is a part of the array") struct AliasedArgumentTests {
  @Test("is appended to it: itself, or its elements, each of which is reported")
  func appendItself() {
    var state = ListState()
    let found = reports {
      state.appendRows()
      state.appendElements()
    }
    #expect(state.rows.elements == ListState.elements)
    #expect(found.count == 2 * ListState.count)
  }

  @Test("is appended to it: its elements, with other ids") func appendMappedElements() {
    var state = ListState()
    let found = reports { state.appendCopies() }
    #expect(state.rows.elements == ListState.elements + ListState.elements.map(\.copied))
    #expect(found == [])
  }

  @Test("makes the array anew") func makeAnew() {
    var state = ListState()
    state.makeAnew()
    #expect(state.rows.elements == ListState.elements)
    state.makeAnewByKeyPath()
    #expect(state.rows.elements == ListState.elements)
    #expect(state.rows.index(id: ListState.elements[7].id) == 7)
  }

  @Test("says which offsets are removed: itself, its ids, its elements")
  func removeOffsets() {
    let ways: [(inout NumberState) -> Void] = [
      { $0.removeItself() }, { $0.removeIDs() }, { $0.removeElements() },
    ]
    for remove in ways {
      var state = NumberState()
      remove(&state)
      #expect(state.numbers.elements == [])
      #expect(state.numbers.index(id: 0) == nil)
    }
  }

  @Test("says which offsets are moved: itself, its ids, its elements")
  func moveOffsets() {
    let ways: [(inout NumberState) -> Void] = [
      { $0.moveItself() }, { $0.moveIDs() }, { $0.moveElements() },
    ]
    for move in ways {
      var state = NumberState()
      state.numbers.reverse()
      let before = state.numbers
      move(&state)
      #expect(state.numbers == before)
      #expect(state.numbers.index(id: 0) == before.count - 1)
    }
  }

  @Test("is an element of it") func elements() {
    var state = ListState()
    let found = reports { for _ in 0..<ListState.count { state.addFirst() } }
    #expect(state.rows.elements == ListState.elements)
    #expect(found.count == 2 * ListState.count)
  }

  @Test("is an element of it that is replaced, moved or removed") func replacedElements() {
    var state = ListState()
    let found = reports { for _ in 0..<ListState.count { state.replaceFirst() } }
    #expect(state.rows.elements == ListState.elements)
    #expect(found == [])
    for count in (0..<ListState.count).reversed() {
      state.removeFirstElement()
      #expect(state.rows.count == count)
    }
  }

  @Test("makes the array anew, each element with itself") func makeUnique() {
    var state = ListState()
    state.makeUnique()
    #expect(
      state.rows.elements
        == ListState.elements.map { TextRow(id: $0.id, title: $0.title + $0.title) })
  }

  @Test("is an element of it under another id") func elementUnderAnotherID() {
    var state = ListState()
    let found = reports { state.updateFirstByLast() }
    #expect(state.rows.elements == Array(ListState.elements.dropFirst()))
    #expect(found.count == 1)
  }

  @Test("is an id that only an element of it holds") func ids() {
    var state = ListState()
    state.useNewIDs()
    state.changeFirstByID()
    #expect(state.rows[0].title == "changed")
    state.removeFirstBySubscript()
    state.removeFirstByID()
    #expect(state.rows.elements == Array(ListState.elements.dropFirst(2)))
    #expect(state.rows.indices.allSatisfy { state.rows.index(id: state.rows[$0].id) == $0 })
    #expect(state.rows.index(id: ListState.elements[0].id) == nil)
    #expect(state.rows.index(id: ListState.elements[1].id) == nil)
  }
}

// MARK: - Fixtures

private struct TextRow: Identifiable, Equatable {
  var id: String
  var title = ""

  var copied: TextRow { TextRow(id: id + ", copied", title: title) }
}

/// Rows whose ids are texts of their own in memory.
private struct ListState {
  static let count = 500
  static let elements = (0..<count).map { TextRow(id: id($0), title: "the title of row \($0)") }

  var rows = IdentifiedArrayOf<TextRow>(elements)

  static func id(_ number: Int) -> String { "an id too long to be stored inline, \(number)" }

  // Not inlined, so that what is optimized is what a reducer does.

  @inline(never) mutating func appendRows() { rows.append(contentsOf: rows) }
  @inline(never) mutating func appendElements() { rows.append(contentsOf: rows.elements) }
  @inline(never) mutating func appendCopies() {
    rows.append(contentsOf: rows.lazy.map(\.copied))
  }
  @inline(never) mutating func makeAnew() { rows = IdentifiedArray(rows) }
  @inline(never) mutating func makeAnewByKeyPath() { rows = IdentifiedArray(rows, id: \.id) }

  @inline(never) mutating func addFirst() {
    rows.append(rows[0])
    rows.insert(rows[0], at: 0)
    rows.updateOrAppend(rows[0])
  }

  @inline(never) mutating func replaceFirst() {
    rows.updateOrInsert(rows[0], at: 1)
  }

  @inline(never) mutating func removeFirstElement() { rows.remove(at: 0) }

  @inline(never) mutating func updateFirstByLast() { rows[0] = rows[rows.count - 1] }

  @inline(never) mutating func makeUnique() {
    rows = IdentifiedArray(rows.elements + rows.elements) { one, other in
      TextRow(id: one.id, title: one.title + other.title)
    }
  }

  /// Replaces all elements by equal ones, whose ids the array does not hold a second time.
  @inline(never) mutating func useNewIDs() {
    for number in 0..<Self.count {
      rows.updateOrAppend(TextRow(id: Self.id(number), title: rows[number].title))
    }
  }

  @inline(never) mutating func changeFirstByID() {
    rows[id: rows[0].id] = TextRow(id: Self.id(0), title: "changed")
  }
  @inline(never) mutating func removeFirstBySubscript() { rows[id: rows[0].id] = nil }
  @inline(never) mutating func removeFirstByID() { rows.remove(id: rows[0].id) }
}

/// Numbers that are their own ids, and their own positions.
private struct NumberState {
  var numbers = IdentifiedArray<Int, Int>(0..<500, id: \.self)

  @inline(never) mutating func removeItself() { numbers.remove(atOffsets: numbers) }
  @inline(never) mutating func removeIDs() { numbers.remove(atOffsets: numbers.ids) }
  @inline(never) mutating func removeElements() { numbers.remove(atOffsets: numbers.elements) }

  @inline(never) mutating func moveItself() { numbers.move(fromOffsets: numbers, toOffset: 0) }
  @inline(never) mutating func moveIDs() { numbers.move(fromOffsets: numbers.ids, toOffset: 0) }
  @inline(never) mutating func moveElements() {
    numbers.move(fromOffsets: numbers.elements, toOffset: 0)
  }
}
