import RatchetTesting
import TestSupport

/// Functions that are no constructors are reported, once, with the line that made the case path;
/// nothing is extracted.
@Suite struct CasePathMisuseTests {
  @Test("a type that is not an enum") func aTypeThatIsNotAnEnum() {
    let line: UInt = #line + 2
    let found = reports {
      let path = CasePath(Plain.init(number:))
      for _ in 0..<3 { #expect(path.extract(from: path.embed(1)) == nil) }
    }
    #expect(
      found == [
        LogMessage(
          level: .error,
          text: """
            A case path cannot extract 'Int' from 'Plain': 'Plain' is not an enum.

            'extract(from:)' returns nil for every value. To fix this, pass a function that only \
            wraps its argument in cases, such as 'Action.child' or '{ .view(.child($0)) }'.
            """,
          fileID: #fileID, line: line)
      ])
  }

  @Test("a function that changes the value") func aFunctionThatChangesTheValue() {
    checkWrong(
      CasePath { Odd.number($0 + 1) }, 1, [.number(1), .text("")],
      reason: "the function puts a value other than its argument into the case.")
  }

  @Test("a function that converts the value") func aFunctionThatConvertsTheValue() {
    checkWrong(
      CasePath { (number: Int) in Odd.text("\(number)") }, 1, [.text("1")],
      reason: "the function makes a case whose payload is 'String'.")
    checkWrong(
      CasePath { Shoots.moved($0) }, .grown, [.moved(.grown), .direct(.grown)],
      reason: "the function makes a case whose payload is '(Shoot, by: Int)'.")
  }

  @Test("a function that drops the value") func aFunctionThatDropsTheValue() {
    checkWrong(
      CasePath { (_: Int) in Odd.none }, 1, [.none, .number(1)],
      reason: "the function makes a case without a payload.")
  }

  @Test("a function that makes several cases of the values it gets")
  func aFunctionThatMakesSeveralCasesOfTheValuesItGets() {
    let path = CasePath { (number: Int) in number < 5 ? Odd.number(number) : .other(number) }
    let found = reports {
      for number in 0..<10 { _ = path.embed(number) }
      #expect(path.extract(from: .number(1)) == nil)
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.contains("the function makes values of more than one case.") == true)
  }

  @Test("functions and metatypes are not extracted") func functionsAndMetatypesAreNotExtracted() {
    let text = "generic code cannot extract functions or metatypes from a case, and"
    let same: @Sendable (Int) -> Int = { $0 }
    checkWrong(
      CasePath(Odd.action), same, [.action(same)],
      reason: "\(text) '@Sendable (Int) -> Int' is or contains one.")
    checkWrong(
      CasePath(Odd.type), Int.self, [.type(Int.self)],
      reason: "\(text) 'Int.Type' is or contains one.")
    checkWrong(
      CasePath(Odd.labelledAction), (1, same), [.labelledAction(id: 1, action: same)],
      reason: "\(text) '(Int, @Sendable (Int) -> Int)' is or contains one.")
  }

  @Test("an enum that describes itself is read all the same", .readsEnumsFromMemory)
  func anEnumThatDescribesItself() {
    let path = CasePath(Liar.number)
    #expect(path.extract(from: .number(1)) == 1)
    #expect(path.extract(from: .text("")) == nil)
  }

  @Test("siblings with functions or metatypes are only other cases", .readsEnumsFromMemory)
  func siblingsWithFunctionsOrMetatypesAreOnlyOtherCases() {
    let path = CasePath(Odd.number)
    let found = reports {
      for _ in 0..<3 {
        #expect(path.extract(from: .action { $0 }) == nil)
        #expect(path.extract(from: .type(Int.self)) == nil)
        #expect(path.extract(from: .boxedTypes(Int.self, "a", String.self, "b")) == nil)
        #expect(path.extract(from: .labelledAction(id: 1) { $0 }) == nil)
      }
      #expect(path.extract(from: .number(1)) == 1)
    }
    #expect(found == [])
  }

  @Test("a converted constructor finds what it can have made")
  func aConvertedConstructorFindsWhatItCanHaveMade() {
    let number: @Sendable (Int) -> Shape = Shape.any
    let derived: @Sendable (DerivedObject) -> Shape = Shape.base
    let optional: @Sendable (Int) -> Shape = Shape.optional
    let found = reports {
      let path = CasePath(number)
      #expect(path.extract(from: .any("text")) == nil)
      #expect(path.extract(from: .any(1)) == 1)
      #expect(path.extract(from: .any("text")) == nil)
      #expect(path.extract(from: .number(1)) == nil)
      let object = DerivedObject(1)
      let toObject = CasePath(derived)
      #expect(toObject.extract(from: .base(BaseObject(1))) == nil)
      #expect(toObject.extract(from: .base(object)) === object)
      #expect(toObject.extract(from: .object(object)) == nil)
      let toOptional = CasePath(optional)
      #expect(toOptional.extract(from: .optional(nil)) == nil)
      #expect(toOptional.extract(from: .optional(1)) == 1)
      #expect([path.verdict?.isProjected, toObject.verdict?.isProjected] == [false, false])
    }
    #expect(found == [])
  }

  private func checkWrong<Root, Value>(
    _ path: @autoclosure () -> CasePath<Root, Value>, _ value: Value, _ roots: [Root],
    reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = reports {
      let path = path()
      for _ in 0..<3 {
        _ = path.embed(value)
        for root in roots {
          #expect(path.extract(from: root) == nil, sourceLocation: sourceLocation)
        }
      }
    }
    #expect(found.map(\.line) == [UInt(sourceLocation.line) + 1], sourceLocation: sourceLocation)
    let first = found.first?.text.split(separator: "\n").first.map(String.init)
    #expect(
      first == "A case path cannot extract '\(Value.self)' from '\(Root.self)': \(reason)",
      sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

// Not private: optimized builds print the names of private types in two ways.

private struct Plain: Sendable { var number: Int }

enum Odd: Sendable {
  case none
  case number(Int)
  case other(Int)
  case text(String)
  case action(@Sendable (Int) -> Int)
  case type(Int.Type)
  indirect case boxedTypes(Int.Type, String, String.Type, String)
  case labelledAction(id: Int, action: @Sendable (Int) -> Int)
}

enum Liar: Sendable, CustomReflectable {
  case number(Int)
  case text(String)

  var customMirror: Mirror { Mirror(self, children: ["text": 7], displayStyle: .enum) }
}
