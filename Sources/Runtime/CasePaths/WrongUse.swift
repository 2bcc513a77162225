import RatchetDependencies

/// Why a function cannot be undone as the constructor of a case.
enum WrongUse: Error, Equatable {
  case notAnEnum
  case describesItself
  case noReflection
  case functionPayload
  /// The declared payload, `nil` if there is none.
  case otherPayload(declared: String?)
  case otherValue
  case severalCases

  /// What can be told from the types alone; `nil` if they allow a constructor.
  init?<Root, Value>(of root: Root.Type, _ value: Value.Type, _ witnesses: EnumWitnesses) {
    if !CaseProof.isStoredAlike(value) {
      self = .functionPayload
    } else if root is any CustomReflectable.Type, !(root is any Wrapping.Type) {
      self = .describesItself
    } else if !witnesses.hasReflection {
      self = .noReflection
    } else {
      return nil
    }
  }

  func report(_ root: any Any.Type, _ value: any Any.Type, _ origin: SourceOrigin) {
    RatchetDependencies.report(text(root, value), fileID: origin.file, line: origin.line)
  }

  func text(_ root: any Any.Type, _ value: any Any.Type) -> String {
    """
    A case path from '\(value)' to '\(root)' finds nothing: \(reason(root, value))

    'extract(from:)' returns nil for every value. To fix this, pass the constructor of a case itself, as \
    in 'CasePath(Action.child)', or say how to extract with 'CasePath(embed:extract:)'.
    """
  }

  private func reason(_ root: any Any.Type, _ value: any Any.Type) -> String {
    switch self {
    case .notAnEnum:
      "'\(root)' is not an enum, so that no function to it is the constructor of a case."
    case .describesItself:
      "'\(root)' conforms to 'CustomReflectable', so that reflection does not tell what its cases hold."
    case .noReflection:
      "the program was built without the reflection metadata of '\(root)'."
    case .functionPayload:
      "functions and metatypes cannot be taken out of a case by generic code, and '\(value)' is or contains one."
    case .otherPayload(let type):
      "the case that its function makes holds \(type.map { "'\($0)'" } ?? "nothing") instead."
    case .otherValue:
      "its function does not put the value it is given into the case, but another one."
    case .severalCases:
      "its function makes values of more than one case."
    }
  }
}
