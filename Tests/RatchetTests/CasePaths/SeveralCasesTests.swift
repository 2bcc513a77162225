import TestSupport
import Testing

@testable import Ratchet

/// A function that wraps a value in several cases names all of them.
@Suite("A path through several cases") struct SeveralCasesTests {
  @Test("embeds and extracts through two to six cases, and finds nothing in others")
  func depths() {
    check(CasePath { Envelope.middle(.inner($0)) }, .list([1]), [.none, .middle(.none)])
    check(
      CasePath { Envelope.middle(.inner(.list($0))) }, [2],
      [.none, .middle(.none), .middle(.inner(.none)), .row(id: 1, action: .list([2]))])
    check(
      CasePath { Envelope?.some(.middle(.inner(.list($0)))) }, [3],
      [nil, .middle(.none), .middle(.inner(.none))])
    check(
      CasePath { Result<Envelope??, CaseFailure>.success(.middle(.inner(.list($0)))) }, [4],
      [.failure(CaseFailure()), .success(nil), .success(.some(nil)), .success(.middle(.none))])
    check(
      CasePath { Envelope.middle(.inner(.row(id: $0, text: $1))) }, (5, "a"),
      [.middle(.inner(.list([5])))])
    check(CasePath { Envelope.middle(.none) }, (), [.none, .middle(.inner(.none))])
  }

  @Test("leads through indirect and generic enums")
  func indirect() {
    check(CasePath { Tree<Words>.left(.right(.value($0))) }, .list([1]), [.value(.none), .end])
    check(
      CasePath { Tree<Words>.value(.row(id: $0, text: $1)) }, (1, "a"),
      [.value(.none), .left(.value(.row(id: 1, text: "a")))])
    check(CasePath { Tree<Tree<Int>>.value(.left(.value($0))) }, 7, [.value(.end), .end])
    check(CasePath { Tree<Int>.pair($0, $1) }, (.end, .value(1)), [.end])
  }

  @Test("leads twice through one type, whatever the value is made of")
  func recursive() {
    let twice = CasePath { Tree<Int>.left(.left($0)) }
    let sides: [@Sendable (Tree<Int>) -> Tree<Int>] = [{ .left($0) }, { .right($0) }]
    for seed in 0..<(Deep.isFull ? 1_000 : 100) {
      var random = SeededRandom(UInt64(seed))
      var value = Tree<Int>.end
      for _ in 0..<random.next() % 6 { value = sides[Int(random.next() % 2)](value) }
      #expect(twice.extract(from: .left(.left(value))) == value)
      #expect(twice.extract(from: .left(.right(value))) == nil)
      #expect(twice.extract(from: .right(.left(value))) == nil)
      // The first value decides which cases the function makes.
      let anew = CasePath { [seed] in seed < 0 ? .end : Tree<Int>.left(.right($0)) }
      #expect(anew.extract(from: .left(.right(value))) == value)
      #expect(anew.extract(from: .right(.right(value))) == nil)
    }
  }

  @Test("is told from a shorter path by the cases, if all values are equal")
  func equalAtTwoDepths() {
    let path = CasePath { AllEqual.inner(.inner($0)) }
    let value = AllEqual.inner(.leaf)
    for root in [AllEqual.inner(.inner(value)), .inner(.inner(.leaf)), path.embed(.leaf)] {
      #expect(path.is(root))
    }
    #expect(!path.is(.inner(.leaf)))
    #expect(path.extract(from: .inner(.inner(value)))?.depth == 1)
  }

  @Test("changes a value in place, without copying what is in it", .readsEnumsFromMemory)
  func inPlace() {
    let path = CasePath { Envelope.middle(.inner(.list($0))) }
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

  @Test("changes what is in a box in a box of its own: others that share the box keep theirs")
  func sharedBoxes() {
    let path = CasePath { Tree<Words>.left(.right(.value(.list($0)))) }
    let shared = path.embed([1])
    for number in 2...4 {
      var changed = shared
      path.modify(&changed) { $0.append(number) }
      #expect(path.extract(from: changed) == [1, number])
      #expect(path.extract(from: shared) == [1])
    }
  }

  @Test("serves many threads that use it for the first time", .deep(300, small: 30))
  func threads() async {
    for round in 0..<Deep.size {
      let path = CasePath { [round] in round < 0 ? .end : Tree<Words>.left(.value(.list($0))) }
      let found = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            path.extract(from: .left(.value(.list([number])))) == [number]
              && path.extract(from: .right(.value(.list([number])))) == nil
          }
        }
        return await group.allSatisfy { $0 }
      }
      #expect(found)
    }
  }

  @Test("reports what is to be changed and is of another case, with the cases on the way")
  func otherCase() {
    let path = CasePath { Envelope.middle(.inner($0)) }
    #expect(path.is(.middle(.inner(.none))))
    var value = Envelope.middle(.none)
    let found = reports { path.modify(&value) { $0 = .none } }
    #expect(value == .middle(.none))
    #expect(
      found.map(\.text) == [
        """
        Tried to modify the case 'middle.inner', but the 'Envelope' is in a different case: \
        middle(.none)

        Nothing was changed. To fix this, check with 'is(_:)' first, or assign the whole value.
        """
      ])
  }

  @Test("reports a function that counts, chooses, or adds a value, once and with its line")
  func misuse() {
    expectReport("of more than one case") { line in
      line = #line + 1
      let path = CasePath { (list: [Int]) in
        list.isEmpty ? Envelope.middle(.inner(.none)) : .middle(.inner(.list(list)))
      }
      for list in [[1], [], [2]] { _ = path.embed(list) }
      #expect(path.extract(from: .middle(.inner(.list([1])))) == nil)
    }
    expectReport("a value other than its argument") { line in
      line = #line + 1
      let path = CasePath { Envelope.middle(.inner(.list($0 + [1]))) }
      for _ in 0..<2 { #expect(path.extract(from: .middle(.inner(.list([1])))) == nil) }
    }
    expectReport("whose payload is '(id: Int, text: String)'") { line in
      line = #line + 1
      let path = CasePath { Envelope.middle(.inner(.row(id: 1, text: $0))) }
      for _ in 0..<2 { #expect(path.extract(from: .middle(.inner(.list([])))) == nil) }
    }
  }

  private func check<Root, Value>(
    _ path: CasePath<Root, Value>, _ value: Value, _ others: [Root],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = reports {
      for _ in 0..<3 {
        let root = path.embed(value)
        // Compared as text: tuples are not equatable.
        let extracted = path.extract(from: root).map { "\($0)" }
        #expect(extracted == "\(value)", sourceLocation: sourceLocation)
        var changed = root
        #expect(path.change(&changed) { $0 = value }, sourceLocation: sourceLocation)
        #expect("\(changed)" == "\(root)", sourceLocation: sourceLocation)
        for var other in others {
          #expect(!path.is(other), sourceLocation: sourceLocation)
          #expect(!path.change(&other) { $0 = value }, sourceLocation: sourceLocation)
        }
      }
    }
    #expect(found == [], sourceLocation: sourceLocation)
  }

  private func expectReport(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ use: (inout UInt) -> Void
  ) {
    var line: UInt = 0
    let found = reports { use(&line) }
    #expect(found.map(\.line) == [line], sourceLocation: sourceLocation)
    #expect(found.first?.text.contains(text) == true, sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

// Not private: optimized builds print the names of private types in two ways.

struct CaseFailure: Error, Equatable {}

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

indirect enum Tree<Value: Equatable & Sendable>: Equatable, Sendable {
  case end, value(Value), left(Tree), right(Tree), pair(Tree, Tree)
}

indirect enum AllEqual: Equatable, Sendable {
  case leaf, inner(AllEqual)

  var depth: Int { if case .inner(let inner) = self { inner.depth + 1 } else { 0 } }

  static func == (one: Self, other: Self) -> Bool { true }
}
