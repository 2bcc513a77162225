extension CasePath {
  /// Makes a case path from the constructor of a case with several associated values, or of none.
  ///
  /// The values come out as a tuple without labels: `CasePath(Action.row)` is a `CasePath<Action, (Int, String)>` for
  /// `case row(id: Int, action: String)`.
  public init<each Associated>(
    _ embed: @escaping @Sendable (repeat each Associated) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Value == (repeat each Associated) {
    self.init({ values in embed(repeat each values) }, fileID: fileID, line: line)
  }
}
