import RatchetDependencies

/// Why a case path cannot use its function as the constructor of a case, and the text that reports
/// this to the user.
///
/// A `CaseConstructor` finds a misuse from the types, when the path is made, or from a value that
/// the function has made.
enum CasePathMisuse: Error, Equatable {
  case notAnEnum
  case enumOfC
  case customReflectable
  case noReflection
  case functionPayload
  /// No case holds such a value.
  case noCase
  /// The case declares another payload, or none if `declared` is `nil`.
  case otherPayload(declared: String?)
  case otherValue
  case severalCases

  /// Finds the misuse that the types alone show, if any; `candidates` are the cases that may hold a
  /// `Value`.
  init?<Root, Value>(
    of root: Root.Type, _ value: Value.Type, _ witnesses: EnumWitnesses,
    _ candidates: [Int]
  ) {
    if !CaseProof.isReadableFromMemory(value) {
      self = .functionPayload
    } else if root is any CustomReflectable.Type, !(root is any Wrapping.Type) {
      self = .customReflectable
    } else if witnesses.cases.isEmpty {
      self = .noReflection
    } else if candidates.isEmpty {
      self = .noCase
    } else {
      return nil
    }
  }

  /// Makes the misuse for a result type whose cases cannot be read.
  init(ofNoEnum root: any Any.Type) {
    // C enums have no associated values, and no metadata that distinguishes their cases.
    self = TypeShape(of: root) == .enumeration ? .enumOfC : .notAnEnum
  }

  func report(_ root: any Any.Type, _ value: any Any.Type, _ origin: SourceOrigin) {
    RatchetDependencies.report(text(root, value), fileID: origin.file, line: origin.line)
  }

  func text(_ root: any Any.Type, _ value: any Any.Type) -> String {
    let (valueName, rootName) = Self.names(value, root)
    return """
      A case path cannot extract '\(valueName)' from '\(rootName)': \(reason(rootName, valueName))

      'extract(from:)' returns nil for every value. To fix this, pass the constructor of a case \
      itself, as in 'CasePath(Action.child)', or a path of several cases, as in \
      'path: CasePath(Action.view, View.child)', or say how to extract with \
      'CasePath(embed:extract:)'.
      """
  }

  private func reason(_ root: String, _ value: String) -> String {
    switch self {
    case .notAnEnum:
      "'\(root)' is not an enum, so that no function to it is the constructor of a case."
    case .enumOfC:
      "'\(root)' is an enum of C, whose cases have no constructors."
    case .customReflectable:
      """
      '\(root)' conforms to 'CustomReflectable', so that reflection does not tell what its cases \
      hold.
      """
    case .noReflection:
      "the program was built without the reflection metadata of '\(root)'."
    case .functionPayload:
      """
      functions and metatypes cannot be taken out of a case by generic code, and '\(value)' is or \
      contains one.
      """
    case .noCase:
      """
      no case of '\(root)' holds '\(value)' alone, so that no function from the one to the other \
      is the constructor of a case.
      """
    case .otherPayload(let type):
      "the case that its function makes holds \(type.map { "'\($0)'" } ?? "nothing") instead."
    case .otherValue:
      "its function does not put the value it is given into the case, but another one."
    case .severalCases:
      "its function makes values of more than one case."
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
