import Foundation
import RatchetTesting

@Suite struct IdentifiedArrayTests {
  @Test("of elements with the same ID the first stays") func ofElementsWithTheSameIDTheFirstStays()
  {
    var array = IdentifiedArrayOf<ModelRow>()
    let line: UInt = #line + 2
    let found = reports {
      array = IdentifiedArray([row(1, "a"), row(2, "b"), row(1, "c")])
    }
    #expect(array.elements == [row(1, "a"), row(2, "b")])
    #expect(
      found == [
        LogMessage(
          level: .error,
          text: """
            An element was not added to an 'IdentifiedArray' of 'ModelRow', which already has one \
            with this id: 1

            Ids must be unique. To fix this, use another id, or replace the existing element with \
            'updateOrAppend' or 'array[id: id] = element'.
            """,
          fileID: #fileID, line: line)
      ])
  }

  @Test("elements with the same ID become one that a closure makes of them")
  func uniquing() throws {
    let rows = [row(1, "a"), row(2, "b"), row(1, "c"), row(1, "d")]
    func join(_ one: ModelRow, _ other: ModelRow) -> ModelRow { row(one.id, one.note + other.note) }
    #expect(
      IdentifiedArray(rows, uniquingIDsWith: join).elements == [row(1, "acd"), row(2, "b")])
    #expect(throws: CancellationError.self) {
      try IdentifiedArray(rows) { _, _ in throw CancellationError() }
    }
  }

  @Test("an element whose ID does not equal itself is left out")
  func idThatIsNoNumber() {
    struct Point: Identifiable, Equatable { var id: Double }
    var points: IdentifiedArrayOf<Point> = []
    let found = reports {
      points = [Point(id: 1), Point(id: .nan), Point(id: 2)]
      #expect(points.append(Point(id: .nan)) == (false, 2))
      #expect(points.insert(Point(id: .nan), at: 0) == (false, 0))
      points.updateOrAppend(Point(id: .nan))
      points[id: .nan] = Point(id: .nan)
      points = points.filter { _ in true }
      points.reverse()
    }
    #expect(points == [Point(id: 2), Point(id: 1)])
    #expect(
      found.map(\.text)
        == Array(
          repeating: """
            An id does not equal itself: the 'Double' nan

            The element was not added to an 'IdentifiedArray' of 'Point', which finds elements by \
            id. To fix this, do not use NaN, or any value that does not equal itself, as an id.
            """, count: 5))
    let changes = reports {
      points[0].id = .nan
      points[id: 1]?.id = .nan
    }
    #expect(points == [])
    #expect(changes.count { $0.text.contains("The element was removed from an") } == 2)
  }

  @Test("an ID that is changed in place is reported and found")
  func anIDThatIsChangedInPlaceIsReportedAndFound() {
    var array: IdentifiedArrayOf<ModelRow> = [row(1), row(2), row(3)]
    let found = reports {
      array[1].id = 9
      array[id: 1]?.id = 8
      array[id: 3] = row(7)
      array[id: 100] = row(6)
    }
    #expect(Array(array.ids) == [8, 9, 7, 6])
    #expect(array.indices.allSatisfy { array.index(id: array[$0].id) == $0 })
    #expect(found.count == 4)
    #expect(
      found.first?.text == """
        The id of an element of an 'IdentifiedArray' of 'ModelRow' was changed from 2 to 9. It was \
        kept under its new id.

        An element must keep its id. To fix this, remove the element and add a new one.
        """)
  }

  @Test("an element that is given the ID of another is removed")
  func anElementThatIsGivenTheIDOfAnotherIsRemoved() {
    var array: IdentifiedArrayOf<ModelRow> = [row(1, "a"), row(2, "b"), row(3, "c")]
    let found = reports { array[id: 1]?.id = 3 }
    #expect(array.elements == [row(2, "b"), row(3, "c")])
    #expect(array.index(id: 3) == 1)
    #expect(
      found.first?.text.contains("It was removed, because another element has that id.") == true)
  }

  @Test("positions to remove that it does not have are reported, and the others removed")
  func invalidOffsets() {
    var array = IdentifiedArray([row(1, "a"), row(2, "b"), row(3, "c")])
    let line: UInt = #line + 1
    let found = reports { array.remove(atOffsets: [3, 1, -1]) }
    #expect(array.elements == [row(1, "a"), row(3, "c")])
    #expect(array.index(id: 3) == 1 && array.index(id: 2) == nil)
    #expect(
      found == [
        LogMessage(
          level: .error,
          text: """
            Tried to remove elements at positions that an 'IdentifiedArray' of 'ModelRow' with 3 \
            elements does not have: -1, 3

            To fix this, get the positions from 'indices', and use them before the array changes.
            """,
          fileID: #fileID, line: line)
      ])
  }

  @Test("positions to move from or to that it does not have are reported")
  func invalidMoves() {
    var array = IdentifiedArray([row(1, "a"), row(2, "b"), row(3, "c")])
    let found = reports {
      array.move(fromOffsets: [0, 7], toOffset: 9)
      array.move(fromOffsets: [2], toOffset: -1)
      array.move(fromOffsets: [0], toOffset: 3)
    }
    #expect(Array(array.ids) == [2, 3, 1])
    #expect(
      found.map { $0.text.prefix { $0 != "\n" } } == [
        "Tried to move elements from positions that an 'IdentifiedArray' of 'ModelRow' with 3 elements does not have: 7",
        "Tried to move elements to positions that an 'IdentifiedArray' of 'ModelRow' with 3 elements does not have: 9",
        "Tried to move elements to positions that an 'IdentifiedArray' of 'ModelRow' with 3 elements does not have: -1",
      ])
  }

  @Test("an error in the middle of a change leaves the element in place")
  func anErrorInTheMiddleOfAChangeLeavesTheElementInPlace() {
    struct Stop: Error {}
    func change(_ row: inout ModelRow?) throws {
      row?.note = "changed"
      throw Stop()
    }
    var array: IdentifiedArrayOf<ModelRow> = [row(1), row(2), row(3)]
    #expect(throws: Stop.self) { try change(&array[id: 1]) }
    #expect(array.elements == [row(1, "changed"), row(2), row(3)])
    #expect(array.index(id: 1) == 0)
  }

  @Test("encodes as an array and decodes it") func encodesAsAnArrayAndDecodesIt() throws {
    let array: IdentifiedArrayOf<ModelRow> = [row(2, "b"), row(1, "a")]
    let data = try JSONEncoder().encode(array)
    #expect(try JSONDecoder().decode([ModelRow].self, from: data) == array.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<ModelRow>.self, from: data) == array)
  }

  @Test("decoding the same ID twice throws") func decodingTheSameIDTwiceThrows() throws {
    let data = Data(#"[{"id":1,"note":""},{"id":2,"note":""},{"id":1,"note":""}]"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<ModelRow>.self, from: data)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        The element at position 2 has the id 1, which an earlier element already has; ids must be \
        unique.
        """)
  }

  @Test("equal and hashed by elements in order") func equalAndHashedByElementsInOrder() {
    let array: IdentifiedArrayOf<ModelRow> = [row(1), row(2)]
    #expect(array == [row(1), row(2)])
    #expect(array != [row(2), row(1)])
    #expect(Set([array, [row(1), row(2)], [row(2), row(1)]]).count == 2)
    #expect(
      array.debugDescription == "IdentifiedArray<Int, ModelRow>(\(array.elements.debugDescription))"
    )
  }
}

// MARK: - Fixtures

private func row(_ id: Int, _ note: String = "") -> ModelRow { ModelRow(id: id, note: note) }
