/// Names the case that a function makes, for messages of the test store, and makes samples to call
/// functions with.
package enum CaseNames {
  /// What a function makes: `the case 'view.done'`, or `the form 'row(id: 1, action: done(""))'`
  /// if it adds values of its own.
  ///
  /// `made` is what the function makes of the samples, if there are samples; `open` are those among
  /// them that are not empty values, and written as `$0` and so on. Without samples, the cases are
  /// named that hold the type which the function takes.
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

  /// The names of the cases in which a function has put values: not those of cases in the values.
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

  static func isSame(_ one: Any, _ other: Any) -> Bool {
    boxedType(of: one) == boxedType(of: other) && ValueEquality.areEqual(one, other)
  }

  /// The names of the cases, nested ones included, whose payload is a type; if there are none, of
  /// those that hold it beside other values.
  package static func names(in root: any Any.Type, holding value: any Any.Type) -> [String] {
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
          // As in the name of an action's case, the last value counts: the action of an element.
          guard let inner = EnumShape.of(elements.last ?? held) else { continue }
          let outer = around + [shape]
          if !outer.contains(where: { $0 === inner }) { next.append(("\(name).", inner, outer)) }
        }
      }
      level = next
    }
    return alone.isEmpty ? beside : alone
  }

  /// The number of values in a value's cases and tuples.
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
