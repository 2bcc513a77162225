/// Names the case that a constructor makes, for messages of the test store, and makes samples to
/// call constructors with.
package enum CaseNames {
  /// The case that a constructor makes, for a message: `the case 'done'`.
  ///
  /// A function does not reveal which case it makes. The text names one case if only one case holds
  /// a `Value`, or if a sample `Value` can be made to call the function with. Otherwise it names
  /// all cases that hold a `Value`.
  package static func text<Root, Value>(of constructor: (Value) -> Root) -> String {
    let cases = EnumWitnesses(of: Root.self)?.cases ?? []
    let names = cases.compactMap { declared in
      if case .type(let held) = declared.payload, held == Value.self { declared.name } else { nil }
    }
    if names.count != 1, let value = sample(of: Value.self),
      let made = CaseReflection(constructor(value))
    {
      return "the case '\(made.name)'"
    }
    if names.isEmpty { return "the case with '\(Value.self)'" }
    return "the case " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// Makes the empty value, zero, false, or nil of a type; returns `nil` for other types.
  static func sample<Value>(of type: Value.Type) -> Value? {
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
