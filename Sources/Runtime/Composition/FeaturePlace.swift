/// Where an operator puts a child feature: the line of the operator, and the name of the child.
@usableFromInline struct FeaturePlace {
  let origin: SourceOrigin
  let column: UInt
  let name: () -> String

  /// A child that a key path leads to.
  @usableFromInline init(
    _ keyPath: AnyKeyPath, _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) {
    let origin = SourceOrigin(fileID: fileID, line: line)
    self.origin = origin
    self.column = column
    name = {
      // Such as "\\State.child", or "\\State.<computed 0x1234 (Int)>".
      let text = String(describing: keyPath)
      let name = text.drop { $0 != "." }.dropFirst()
      return name.isEmpty || name.contains("<") ? "\(origin)" : String(name)
    }
  }

  /// A child in a case.
  @usableFromInline init(
    _ path: CasePath<some Any, some Any>, _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) {
    let origin = SourceOrigin(fileID: fileID, line: line)
    self.origin = origin
    self.column = column
    name = { path.caseName ?? "\(origin)" }
  }
}
