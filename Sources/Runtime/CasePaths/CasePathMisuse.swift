import RatchetDependencies

/// Why a case path cannot use its function to name a case, and the text of the report.
///
/// A `CaseConstructor` finds a misuse from the types, when the path is made, or from a value that
/// the function has made.
enum CasePathMisuse: Error, Equatable {
  // The types show these, when the path is made.

  case notAnEnum
  /// The enum is imported from C.
  case enumOfC
  /// The value is or contains a function or metatype.
  case functionPayload
  /// No case holds such a value.
  case noCase

  // A value shows these, later.

  /// Reflection does not name the cases of the type with this name.
  case noReflection(String)
  /// The case declares another payload, or none if `declared` is `nil`.
  case otherPayload(declared: String?)
  /// The case does not hold the argument of the function.
  case otherValue
  /// The function makes values of more than one case.
  case severalCases

  /// Finds the misuse that the types alone show, if any; `candidates` are the cases that may hold a
  /// `Value`, or a case that does, if they are known.
  init?<Value>(of value: Value.Type, in root: any Any.Type, _ candidates: Set<CaseID>?) {
    let shape = TypeShape(of: root)
    if shape != .enumeration, shape != .optional {
      self = .notAnEnum
    } else if EnumMemory.isTrusted, EnumWitnesses(of: root) == nil {
      // C enums have no associated values, and no metadata that distinguishes their cases.
      self = .enumOfC
    } else if !CaseProof.isReadable(value) {
      self = .functionPayload
    } else if candidates?.isEmpty == true {
      self = .noCase
    } else {
      return nil
    }
  }

  static func noReflection(of type: any Any.Type) -> Self { .noReflection(qualified(type)) }

  /// Reports the misuse at the line that made the case path.
  func report(_ root: any Any.Type, _ value: any Any.Type, _ origin: SourceOrigin) {
    RatchetDependencies.report(text(root, value), fileID: origin.file, line: origin.line)
  }

  func text(_ root: any Any.Type, _ value: any Any.Type) -> String {
    let (valueName, rootName) = Self.names(value, root)
    return """
      A case path cannot extract '\(valueName)' from '\(rootName)': \(reason(rootName, valueName))

      'extract(from:)' returns nil for every value. To fix this, \(remedy)
      """
  }

  private var remedy: String {
    guard case .noReflection(let type) = self else {
      return """
        pass a function that only wraps its argument in cases, such as 'Action.child' or \
        '{ .view(.child($0)) }'.
        """
    }
    return """
      conform '\(type)' to 'CustomReflectable' with a mirror that names the case and its payload, \
      or '()' if it has none: 'Mirror(self, children: ["row": (id, action)], displayStyle: .enum)'.
      """
  }

  private func reason(_ root: String, _ value: String) -> String {
    switch self {
    case .notAnEnum:
      "'\(root)' is not an enum."
    case .enumOfC:
      "'\(root)' is imported from C, so its cases have no constructors."
    case .noReflection(let type):
      """
      reflection does not name the cases of '\(type)'. The program was built without reflection \
      metadata, the mirror of '\(type)' omits them, or its 'description' is printed instead.
      """
    case .functionPayload:
      """
      generic code cannot extract functions or metatypes from a case, and '\(value)' is or \
      contains one.
      """
    case .noCase:
      """
      '\(root)' has no case whose payload is exactly '\(value)'.
      """
    case .otherPayload(let type):
      "the function makes a case \(type.map { "whose payload is '\($0)'" } ?? "without a payload")."
    case .otherValue:
      "the function puts a value other than its argument into the case."
    case .severalCases:
      "the function makes values of more than one case."
    }
  }

  /// The names of two types, qualified if they would otherwise be equal.
  private static func names(
    _ one: any Any.Type, _ other: any Any.Type
  ) -> (String, String) {
    let short = ("\(one)", "\(other)")
    return one == other || short.0 != short.1 ? short : (qualified(one), qualified(other))
  }

  /// The name of a type, qualified by its module and enclosing types, without the addresses with
  /// which Swift marks the files of private types.
  private static func qualified(_ type: any Any.Type) -> String {
    String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  }
}
