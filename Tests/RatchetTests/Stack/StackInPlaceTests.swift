import RatchetTesting

@Suite("An element of a stack")
struct StackInPlaceTests {
  @Test("is changed without being copied, by its id, its position and in a reducer")
  func noCopies() {
    var stack = Stack((0..<3).map { _ in [Int](repeating: 0, count: 100) })
    let addresses = stack.elements.map(address)
    for id in stack.ids { stack[id: id]?[7] = 1 }
    for position in stack.indices { stack[position][7] += 1 }
    for id in stack.ids { _ = stack.change(id: id) { $0[7] += 1 } }
    #expect(stack.elements.map(address) == addresses)
    #expect(stack.allSatisfy { $0[7] == 3 })
  }

  private func address(_ numbers: [Int]) -> Int {
    unsafe numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }
}
