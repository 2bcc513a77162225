/// Names the case that a function makes, for messages of the test store, and makes samples to call
/// functions with.
///
/// The function is one such as `Action.row` or `{ .row(id: 1, $0) }`, with which a test names an
/// action.
package enum CaseNames {
  /// Describes what a function makes: `the case 'view.done'`, or, if it adds values of its own,
  /// `the form 'row(id: 1, action: done(""))'`.
  ///
  /// If no sample can be made, names the cases that hold the type that the function takes or, if
  /// these are more than four, only the type.
  ///
  /// - Parameters:
  ///   - made: The result of the function for the samples; `nil` without samples.
  ///   - samples: The arguments with which the function was called.
  ///   - open: For each sample, `nil` if it is an empty value; otherwise the sample, which is then
  ///     written as `$0`, `$1` and so on.
  ///   - root: The type of the action.
  ///   - value: The type that the function takes.
  /// - Returns: The description, for the middle of a sentence.
  package static func text(
    _ made: Any?, of samples: [Any], open: [Any?] = [], in root: any Any.Type,
    _ value: any Any.Type
  ) -> String {
    if let made {
      if parts(of: made) > samples.reduce(0, { $0 + parts(of: $1) }) {
        return "the form '\(ValueLine.text(made, open: open))'"
      }
      if let name = chain(of: made, around: samples) { return "the case '\(name)'" }
    }
    let names = names(in: root, holding: TypeShape.withoutLabel(value))
    if names.isEmpty || names.count > 4 { return "a case with '\(value)'" }
    return "the case " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// The names of the cases in which a function has put values, such as `view.done`; if a value is
  /// an enum itself, its own case is left out.
  package static func chain(of made: Any, around values: [Any]) -> String? {
    var names: [String] = []
    var next: Any? = made
    while let part = next, !values.contains(where: { isSame($0, part) }),
      let reflection = CaseReflection(part)
    {
      names.append(reflection.name)
      next = reflection.values.last
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// Whether two values have the same type and are equal.
  static func isSame(_ one: Any, _ other: Any) -> Bool {
    boxedType(of: one) == boxedType(of: other) && ValueEquality.areEqual(one, other)
  }

  /// The names of the cases, nested ones included, whose payload has a type; if there are none, the
  /// names of those that hold the type beside other values.
  ///
  /// Looks at most four enums deep, and not below a depth that has a thousand enums. An enum that
  /// contains itself is not entered again.
  package static func names(in root: any Any.Type, holding value: any Any.Type) -> [String] {
    // The enums at one depth: the names of the cases that lead to each, and the enums around it.
    typealias Level = [(name: String, shape: EnumShape, around: [EnumShape])]
    var level: Level = EnumShape.of(root).map { [("", $0, [])] } ?? []
    var (alone, beside): ([String], [String]) = ([], [])
    for _ in 0..<4 where level.count < 1_000 {
      var next: Level = []
      for (prefix, shape, around) in level {
        for declared in shape.cases {
          guard case .type(let held) = declared.payload else { continue }
          let name = prefix + declared.name
          let elements = TypeShape.elements(of: held) ?? []
          if CaseProof.isSame(held, value) { alone.append(name) }
          if elements.contains(where: { CaseProof.isSame($0, value) }) { beside.append(name) }
          // Of several values, only the last is followed: for an id and an action, the action.
          guard let inner = EnumShape.of(elements.last ?? held) else { continue }
          let outer = around + [shape]
          if !outer.contains(where: { $0 === inner }) { next.append(("\(name).", inner, outer)) }
        }
      }
      level = next
    }
    return alone.isEmpty ? beside : alone
  }

  /// The number of values in a value's cases and tuples; a case without a payload counts as none.
  private static func parts(of value: Any) -> Int {
    let mirror = Mirror(reflecting: value)
    guard [.enum, .tuple].contains(mirror.displayStyle), !mirror.children.isEmpty else {
      return mirror.displayStyle == .enum ? 0 : 1
    }
    return mirror.children.reduce(0) { $0 + parts(of: $1.value) }
  }

  /// Makes the empty value, zero, false, or nil of a type; returns `nil` for other types.
  package static func sample<Value>(of type: Value.Type) -> Value? {
    func empty<C: RangeReplaceableCollection>(_ type: C.Type) -> Any { C() }
    func null<N: ExpressibleByNilLiteral>(_ type: N.Type) -> Any { N(nilLiteral: ()) }
    func zero<N: Numeric>(_ type: N.Type) -> Any { N.zero }
    return switch type {
    case let type as any RangeReplaceableCollection.Type: empty(type) as? Value
    case let type as any Numeric.Type: zero(type) as? Value
    case let type as any ExpressibleByNilLiteral.Type: null(type) as? Value
    case is Bool.Type: false as? Value
    default: () as? Value
    }
  }
}
