import RatchetDependencies

/// Why a case path cannot use its function to name a case, and the text that reports
/// this to the user.
///
/// A `CaseConstructor` finds a misuse from the types, when the path is made, or from a value that
/// the function has made.
enum CasePathMisuse: Error, Equatable {
  case notAnEnum
  case enumOfC
  case noReflection
  case functionPayload
  /// No case holds such a value.
  case noCase
  /// The case declares another payload, or none if `declared` is `nil`.
  case otherPayload(declared: String?)
  case otherValue
  case severalCases

  /// Finds the misuse that the types alone show, if any; `candidates` are the cases that may hold a
  /// `Value`, or a case that does.
  init?<Value>(of value: Value.Type, _ candidates: Set<Int>) {
    if !CaseProof.isReadableFromMemory(value) {
      self = .functionPayload
    } else if candidates.isEmpty {
      self = .noCase
    } else {
      return nil
    }
  }

  /// Makes the misuse for a result type whose cases cannot be read.
  init(ofNoEnum root: any Any.Type) {
    guard TypeShape(of: root) == .enumeration else {
      self = .notAnEnum
      return
    }
    // C enums have no associated values, and no metadata that distinguishes their cases.
    self = EnumWitnesses(of: root) == nil ? .enumOfC : .noReflection
  }

  func report(_ root: any Any.Type, _ value: any Any.Type, _ origin: SourceOrigin) {
    RatchetDependencies.report(text(root, value), fileID: origin.file, line: origin.line)
  }

  func text(_ root: any Any.Type, _ value: any Any.Type) -> String {
    let (valueName, rootName) = Self.names(value, root)
    return """
      A case path cannot extract '\(valueName)' from '\(rootName)': \(reason(rootName, valueName))

      'extract(from:)' returns nil for every value. To fix this, pass a function that only wraps \
      its argument in cases, such as 'Action.child' or '{ .view(.child($0)) }'.
      """
  }

  private func reason(_ root: String, _ value: String) -> String {
    switch self {
    case .notAnEnum:
      "'\(root)' is not an enum."
    case .enumOfC:
      "'\(root)' is imported from C, so its cases have no constructors."
    case .noReflection:
      "the program was built without reflection metadata for '\(root)'."
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
      "the case that the function makes has \(type.map { "the payload '\($0)'" } ?? "no payload")."
    case .otherValue:
      "the function puts another value into the case than its argument."
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
