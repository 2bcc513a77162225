/// Where an operator puts a child feature: the line of the operator, what leads to the child, and the child's name.
@usableFromInline struct FeaturePlace {
  let origin: SourceOrigin
  let column: UInt
  /// What leads to the child: two children may be put into their places by the same line, of a loop or of a function
  /// that makes reducers.
  let location: () -> AnyHashable?
  let name: () -> String

  /// A child that a key path leads to.
  ///
  /// Has the name of the property, or that of the case of its actions if it is computed.
  @usableFromInline init(
    _ keyPath: AnyKeyPath, _ action: CasePath<some Any, some Any>,
    _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) {
    let origin = SourceOrigin(fileID: fileID, line: line)
    self.origin = origin
    self.column = column
    location = { keyPath }
    name = {
      // Such as "\\State.child", or "\\State.<computed 0x1234 (Int)>".
      let text = String(describing: keyPath)
      let name = text.drop { $0 != "." }.dropFirst()
      if !name.isEmpty, !name.contains("<") { return String(name) }
      return action.caseName ?? "\(origin)"
    }
  }

  /// A child in a case.
  ///
  /// Has the name of the case, or that of the case of its actions if no state of the case has been seen yet.
  @usableFromInline init(
    _ path: CasePath<some Any, some Any>, _ action: CasePath<some Any, some Any>,
    _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) {
    let origin = SourceOrigin(fileID: fileID, line: line)
    self.origin = origin
    self.column = column
    location = { path.caseTag }
    name = { path.caseName ?? action.caseName ?? "\(origin)" }
  }
}
