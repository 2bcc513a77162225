/// Names the case that a function makes, for messages of the test store, and makes samples to call
/// functions with.
package enum CaseNames {
  /// What a function makes: `the case 'view.done'`, or `the form 'row(id: 1, action: done(""))'`
  /// if it adds values of its own.
  ///
  /// `made` is what the function makes of the samples, if these could be made. Otherwise the cases
  /// are named that hold the type which the function takes.
  package static func text(
    _ made: Any?, of samples: [Any], in root: any Any.Type, _ value: any Any.Type
  ) -> String {
    if let made {
      if parts(of: made) > samples.reduce(0, { $0 + parts(of: $1) }) {
        return "the form '\(ValueLine.text(made))'"
      }
      if let name = CaseReflection.leafName(of: made) {
        return "the case '\(name)'"
      }
    }
    let names = names(in: root, holding: TypeShape.withoutLabel(value))
    if names.isEmpty { return "a case with '\(value)'" }
    return "the case " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// The names of the cases of an enum that hold a type, or of the cases inside them if none does.
  private static func names(in root: any Any.Type, holding value: any Any.Type) -> [String] {
    var level = EnumShape.of(root).map { [(name: "", shape: $0)] } ?? []
    for _ in 0..<4 {
      let cases = level.flatMap { prefix, shape in
        shape.cases.indices.map { tag in
          let step = CaseStep(shape: shape, tag: tag)
          return (name: prefix + step.declared.name, step: step)
        }
      }
      let found = cases.filter { _, step in
        guard case .type(let held) = step.declared.payload else { return false }
        return CaseProof.isSame(held, value)
      }
      if !found.isEmpty { return found.map(\.name) }
      level = cases.compactMap { name, step in step.next.map { ("\(name).", $0) } }
    }
    return []
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
