import RatchetTesting

/// A path of several cases does what one of a single case does.
@Suite("A path of several cases") struct SeveralCasesTests {
  @Test("embeds and extracts through two, three and four cases")
  func depths() {
    for _ in 0..<3 {
      let two = CasePath(Envelope.middle, Enclosure.inner)
      #expect(two.extract(from: .middle(.inner(.list([1])))) == .list([1]))
      #expect(two.extract(from: .middle(.none)) == nil)
      #expect(two.extract(from: .none) == nil)
      #expect(two.embed(.none) == .middle(.inner(.none)))
      let three = CasePath(Envelope.middle, Enclosure.inner, Words.list)
      #expect(three.extract(from: three.embed([2])) == [2])
      #expect(three.extract(from: .middle(.inner(.none))) == nil)
      let four = CasePath(Optional<Envelope>.some, Envelope.middle, Enclosure.inner, Words.list)
      #expect(four.extract(from: four.embed([3])) == [3])
      #expect(four.extract(from: nil) == nil)
    }
  }

  @Test("changes a value in place, without copying what is in it")
  func inPlace() {
    let path = CasePath(Envelope.middle, Enclosure.inner, Words.list)
    var value = path.embed(Array(0..<1_000))
    var addresses: Set<UInt> = []
    path.modify(&value) { $0.reserveCapacity(2_000) }
    for number in 0..<100 {
      path.modify(&value) { list in
        list.append(number)
        addresses.insert(address(of: list))
      }
    }
    #expect(addresses.count == 1)
    #expect(path.extract(from: value)?.count == 1_100)
  }

  @Test("reports what is to be changed and is of another case, with the cases on the way")
  func otherCase() {
    let path = CasePath(Envelope.middle, Enclosure.inner)
    #expect(path.is(.middle(.inner(.none))))
    var value = Envelope.middle(.none)
    let found = reports { path.modify(&value) { $0 = .none } }
    #expect(value == .middle(.none))
    #expect(
      found.map(\.text) == [
        """
        A value of 'Envelope' was to be changed as one of the case 'middle.inner', and is of another case: middle(.none)

        Nothing was changed. To fix this, look with 'is' first, or set the whole value.
        """
      ])
  }

  @Test("leads to the element with an id, and to no other")
  func element() {
    for _ in 0..<3 {
      let seventh = CasePath(Envelope.row, id: 7)
      #expect(seventh.extract(from: .row(id: 7, action: .list([1]))) == .list([1]))
      #expect(seventh.extract(from: .row(id: 8, action: .list([1]))) == nil)
      #expect(seventh.extract(from: .none) == nil)
      let list = seventh.appending(Words.list)
      #expect(list.embed([2]) == .row(id: 7, action: .list([2])))
      var value = list.embed([2])
      list.modify(&value) { $0.append(3) }
      #expect(value == .row(id: 7, action: .list([2, 3])))
      value = .row(id: 8, action: .list([2]))
      #expect(reports { list.modify(&value) { $0.append(3) } }.count == 1)
      #expect(value == .row(id: 8, action: .list([2])))
    }
  }

  @Test("reports a function in it that is not a constructor, with the line of the path")
  func misuse() {
    let line: UInt = #line + 2
    let found = reports {
      let path = CasePath(Envelope.middle, { (list: [Int]) in .inner(.list(list)) })
      #expect(path.extract(from: .middle(.inner(.list([1])))) == nil)
    }
    #expect(found.map(\.line) == [line])
    #expect(found.map(\.fileID) == [#fileID])
    #expect(
      found.first?.text.hasPrefix(
        "A case path cannot extract 'Array<Int>' from 'Enclosure': no case of 'Enclosure' holds ")
        == true)
  }
}

// MARK: - Fixtures

// Not private: optimized builds print the names of private types in two ways.

enum Envelope: Equatable, Sendable {
  case none
  case middle(Enclosure)
  case row(id: Int, action: Words)
}

enum Enclosure: Equatable, Sendable { case none, inner(Words) }

enum Words: Equatable, Sendable {
  case none
  case list([Int])
  case row(id: Int, text: String)
}
