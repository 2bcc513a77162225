/// The cases on the way from an enum to a value that none of its cases holds alone, as far as the
/// types tell; a closure that is not a constructor may wrap the value in them.
struct CaseRoute {
  private struct Step {
    let type: any Any.Type
    let cases: [String]
    let isPath: Bool
  }

  /// The cases, such as `["Action.view", "View.form"]`.
  let cases: [String]
  /// Whether each case holds nothing else, so that a case path can go through them.
  let isPath: Bool

  /// Finds the shortest way through the case with a tag; `nil` if none has at most four cases.
  init?(from root: any Any.Type, case tag: Int, to value: any Any.Type) {
    var steps = [Step(type: root, cases: [], isPath: true)]
    var seen: Set<ObjectIdentifier> = []
    var next = 0
    // Bounded, because each step looks up types by name.
    while next < steps.count, next < 64 {
      let step = steps[next]
      next += 1
      if !step.cases.isEmpty, CaseProof.isSame(step.type, value) {
        cases = step.cases
        isPath = step.isPath
        return
      }
      guard step.cases.count < 4, seen.insert(ObjectIdentifier(step.type)).inserted else {
        continue
      }
      switch TypeShape(of: step.type) {
      case .tuple(let elements):
        steps += elements.map { Step(type: $0.type, cases: step.cases, isPath: false) }
      case .enumeration, .optional:
        steps += Self.below(step, only: next == 1 ? tag : nil)
      default: break
      }
    }
    return nil
  }

  /// The shortest route that a case path can take.
  static func path(from root: any Any.Type, to value: any Any.Type) -> CaseRoute? {
    let tags = EnumWitnesses(of: root)?.payloadTypes.indices ?? 0..<0
    return tags.compactMap { CaseRoute(from: root, case: $0, to: value) }
      .filter(\.isPath).min { $0.cases.count < $1.cases.count }
  }

  private static func below(_ step: Step, only tag: Int?) -> [Step] {
    guard let witnesses = EnumWitnesses(of: step.type) else { return [] }
    let payloads = witnesses.payloadTypes
    return payloads.indices.filter { tag == nil || tag == $0 }.compactMap { index in
      guard case .type(let type) = payloads[index] else { return nil }
      let name = witnesses.name(ofCase: index) ?? ""
      return Step(
        type: type, cases: step.cases + ["\(CasePathMisuse.nameInModule(of: step.type)).\(name)"],
        isPath: step.isPath)
    }
  }
}

extension CaseRoute {
  /// The values of a type inside a value: the value itself, or those in its cases.
  static func values<Value>(of type: Value.Type, in root: Any) -> [Value] {
    var parts: [Any] = [root]
    var found: [Value] = []
    var next = 0
    while next < parts.count, next < 16 {
      let part = parts[next]
      next += 1
      let partType = boxedType(of: part)
      if CaseProof.isSame(partType, Value.self), let value = part as? Value {
        found.append(value)
        continue
      }
      switch TypeShape(of: partType) {
      case .tuple, .optional: parts += Mirror(reflecting: part).children.map(\.value)
      case .enumeration where !(partType is any CustomReflectable.Type):
        parts += Mirror(reflecting: part).children.map(\.value)
      default: break
      }
    }
    return found
  }
}
