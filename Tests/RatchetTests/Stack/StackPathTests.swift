import RatchetTesting

@Suite("A stack")
struct StackPathTests {
  @Test("reports a pop by an id that it has never given", arguments: [-1, 3] as [StackID])
  func unknown(id: StackID) {
    var stack = Stack("abc")
    let line: UInt = #line + 1
    let found = reports { stack.pop(from: id) } + reports { stack.pop(to: id) }
    let text = """
      Tried to pop an element of a 'Stack' of 'Character' by an id that the stack never issued: \
      \(id)

      Nothing was popped. To fix this, use ids from 'push' or 'ids', and only with the stack that \
      issued them.
      """
    #expect(found.map(\.text) == [text, text])
    #expect(found.map(\.line) == [line, line])
    #expect(stack.elements == ["a", "b", "c"])
  }

  @Test("keeps the order when one element is changed by its id, also by a throwing function")
  func changeInPlace() {
    struct Failure: Error {}
    func fail(_ text: inout String) throws {
      text += "!"
      throw Failure()
    }
    var stack: Stack = ["a", "b", "c"]
    stack[id: 1]? += "?"
    #expect(stack.elements == ["a", "b?", "c"])
    #expect(throws: Failure.self) {
      if stack[id: 0] != nil { try fail(&stack[id: 0]!) }
    }
    #expect(stack.elements == ["a!", "b?", "c"])
    #expect(stack.ids == [0, 1, 2])
  }

  @Test("reports an element that is set for an id that it does not have", arguments: [1, 2, -1])
  func setAbsent(number: Int) {
    var stack: Stack = ["a", "b"]
    stack.popLast()
    let found = reports { stack[id: StackID(number)] = "c" }
    #expect(
      found.map(\.text) == [
        """
        An element was set in a 'Stack' of 'String' at an id that is not in it: \(number)

        The stack was not changed. To fix this, use 'push' to add an element, or check with \
        'contains(id:)' first.
        """
      ])
    #expect(stack.elements == ["a"])
  }

  @Test("is equal to one with equal elements and ids, whatever was popped before")
  func equality() {
    var stack: Stack = ["a", "b"]
    var other = stack
    other.push("c")
    #expect(stack != other)
    other.popLast()
    #expect(stack == other)
    #expect(stack.hashValue == other.hashValue)
    stack.popLast()
    stack.push("b")
    #expect(stack.elements == other.elements && stack != other)
  }

  @Test("is written with its ids")
  func description() {
    var stack: Stack = ["a", "b", "c"]
    stack.pop(from: 1)
    stack.push("d")
    #expect("\(stack)" == #"[0: "a", 3: "d"]"#)
    #expect(String(reflecting: stack) == #"Stack<String>([0: "a", 3: "d"])"#)
    #expect("\(Stack<Int>())" == "[:]")
    #expect(ValueLine.text(stack) == #"[0: "a", 3: "d"]"#)
    #expect(ValueText.lines(stack) == ["[", #"  0: "a""#, #"  3: "d""#, "]"])
    #expect(ValueText.lines(StackID(3)) == ["3"])
  }

  @Test("is written as source as long as nothing was popped; its ids always")
  func source() {
    var stack: Stack = ["a", "b"]
    #expect(SourceLiteral.text(stack) == #"["a", "b"]"#)
    #expect(SourceLiteral.text(Stack<Int>()) == "[]")
    stack.popLast()
    #expect(SourceLiteral.text(stack) == nil)
    let action = StackAction<Int, Int>.element(id: 3, action: 7)
    #expect(SourceLiteral.text(action) == ".element(id: 3, action: 7)")
    #expect(SourceLiteral.text(StackAction<Int, Int>.pop(from: 3)) == ".pop(from: 3)")
  }
}
