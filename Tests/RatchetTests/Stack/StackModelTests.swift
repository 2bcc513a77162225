import RatchetTesting
import TestSupport

@Suite("A stack after random operations")
struct StackModelTests {
  @Test("is what a list of pairs is, whose ids are counted", .seeds())
  func model() {
    var run = Run(random: SeededRandom(Seeds.current))
    let found = reports { run.perform(steps: 60) }
    #expect(found.count == run.expectedReports)
  }

  @Test("leaves copies alone", .seeds())
  func copies() {
    var run = Run(random: SeededRandom(Seeds.current))
    _ = reports { run.perform(steps: 20) }
    let before = run.stack
    let elements = before.elements
    _ = reports { run.perform(steps: 20) }
    #expect(before.elements == elements)
  }
}

// MARK: - Fixtures

private struct Run {
  var random: SeededRandom
  var stack = Stack<Int>()
  private var model: [(id: StackID, element: Int)] = []
  private var given = 0
  private(set) var expectedReports = 0

  init(random: SeededRandom) {
    self.random = random
  }

  mutating func perform(steps: Int) {
    for _ in 0..<steps {
      let operation = random.number(below: 10)
      if operation < 4 { push() } else if operation < 7 { pop(operation) } else { set(operation) }
      check()
    }
  }

  private mutating func push() {
    let element = random.number(below: 3)
    #expect(stack.push(element) == StackID(given))
    add([element])
  }

  private mutating func add(_ elements: some Sequence<Int>) {
    for element in elements {
      model.append((StackID(given), element))
      given += 1
    }
  }

  private mutating func pop(_ operation: Int) {
    let id = anyID()
    let position = model.firstIndex { $0.id == id }
    let isKnown = position != nil || (0..<StackID(given)).contains(id)
    switch operation {
    case 4:
      #expect(stack.popLast() == model.popLast()?.element)
      return
    case 5:
      stack.pop(to: id)
      if let position { model.removeSubrange((position + 1)...) }
    default:
      stack.pop(from: id)
      if let position { model.removeSubrange(position...) }
    }
    if !isKnown { expectedReports += 1 }
  }

  private mutating func set(_ operation: Int) {
    let id = anyID()
    let position = model.firstIndex { $0.id == id }
    switch operation {
    case 7:
      let path = (0..<random.number(below: 6)).map { _ in random.number(below: 3) }
      stack.show(path)
      let common = zip(path, model).prefix { $0 == $1.element }.count
      model.removeSubrange(common...)
      add(path[common...])
    case 8 where random.chance(50):
      stack[id: id] = nil
      if let position { model.removeSubrange(position...) }
    default:
      stack[id: id] = 3
      if let position { model[position].element = 3 } else { expectedReports += 1 }
    }
  }

  /// Mostly of an element that is there; else popped, or never given.
  private mutating func anyID() -> StackID {
    if random.chance(60), !model.isEmpty { return random.element(of: model.map(\.id)) }
    return StackID(random.number(below: given + 2) - 1)
  }

  private func check() {
    #expect(stack.elements == model.map(\.element))
    #expect(stack.ids == model.map(\.id))
    #expect(zip(stack.ids, stack.ids.dropFirst()).allSatisfy { $0 < $1 })
    for (position, entry) in model.enumerated() {
      #expect(stack.index(id: entry.id) == position)
      #expect(stack[id: entry.id] == entry.element)
    }
  }
}
