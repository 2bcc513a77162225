import RatchetTesting

@Suite("A stack that shows another path")
struct StackShowTests {
  @Test("leaves the elements of the common beginning as they are")
  func keepsState() {
    var stack: Stack = [Sheet("list", 5), Sheet("detail", 6), Sheet("help", 7)]
    stack.show([Sheet("list"), Sheet("detail"), Sheet("form")]) { $0.name == $1.name }
    #expect(stack.elements == [Sheet("list", 5), Sheet("detail", 6), Sheet("form", 0)])
    #expect(stack.ids == [0, 1, 3])
  }

  @Test("stays as it is if the comparison throws")
  func throwing() {
    struct Failure: Error {}
    var stack = Stack("abc")
    let before = stack
    #expect(throws: Failure.self) {
      try stack.show("abd") { present, shown in
        if present == "b" { throw Failure() }
        return present == shown
      }
    }
    #expect(stack == before)
  }

  @Test("changes nothing when it shows itself, its elements or a copy")
  func aliases() {
    var holder = Holder()
    let before = holder.stack
    for show in [
      { $0.showItself() }, { $0.showElements() }, { $0.showLazily() }, { $0.showSlice() },
    ] as [(inout Holder) -> Void] {
      show(&holder)
      #expect(holder.stack == before)
    }
    holder.showTwice()
    #expect(holder.stack.elements == before.elements + before.elements)
    #expect(Array(holder.stack.ids.prefix(before.count)) == before.ids)
  }

  @Test("shows, pushes and sets its own elements")
  func ownElements() {
    var stack: Stack = [["a", "b"], ["c"]]
    stack.show([stack[0], stack[0], stack[1]])
    #expect(stack.elements == [["a", "b"], ["a", "b"], ["c"]])
    #expect(stack.ids == [0, 2, 3])
    stack.push(stack[1])
    stack[id: 0] = stack[id: 3]
    #expect(stack.elements == [["c"], ["a", "b"], ["c"], ["a", "b"]])
  }
}

// MARK: - Fixtures

private struct Sheet: Equatable {
  var name: String
  var count: Int

  init(_ name: String, _ count: Int = 0) {
    self.name = name
    self.count = count
  }
}

/// Holds the only reference to the storage of its stack.
///
/// The elements are objects in memory of their own. Methods that are not inlined pass parts of it
/// to the stack, as optimized code does.
private struct Holder {
  var stack = Stack((0..<50).map { "an element with a long name, number \($0)" })

  @inline(never) mutating func showItself() { stack.show(stack) }
  @inline(never) mutating func showElements() { stack.show(stack.elements) }
  @inline(never) mutating func showLazily() { stack.show(stack.lazy.map { $0 + "" }) }
  @inline(never) mutating func showSlice() { stack.show(stack[0...]) }
  @inline(never) mutating func showTwice() { stack.show(stack.elements + stack.elements) }
}
