extension CasePath {
  /// The tag of the case, once it is known which one it is.
  var caseTag: Int? { knowledge.verdict.tag }

  /// The name of the case, once it is known which one it is.
  var caseName: String? {
    caseTag.flatMap { tag in witnesses?.name(ofCase: tag) }
  }

  /// Changes the associated values in place if `root` is of the case; returns whether it is.
  ///
  /// Without copying them where the payload is proved to lie in the enum as it is.
  @inlinable
  func change(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    if let witnesses {
      // Safe: as in `extract(from:)`, and the tag is that of `root`.
      let tag = unsafe witnesses.tag(of: root)
      switch knowledge.glance(at: tag) {
      case .payload:
        unsafe witnesses.changePayload(of: &root, tag: tag, as: Value.self, body)
        return true
      case .otherCase: return false
      case .unclear: break
      }
    }
    guard var value = extraction(root) else { return false }
    body(&value)
    root = embedding(value)
    return true
  }
}
