/// Sets dependencies for the whole process, once, at program start, before any is used.
///
/// Prepared values stand in for those that keys declare, in every context; overrides come before them.
/// Called twice, or after a dependency was used, it changes nothing and is reported; to log is no such use.
public func prepareDependencies(
  _ update: (inout DependencyValues) -> Void,
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var values = DependencyValues.freshScope
  update(&values)
  switch ProcessDependencies.prepare(values) {
  case nil:
    return
  case .alreadyPrepared:
    report(
      """
      prepareDependencies was called a second time, which changes nothing: a value does not change \
      under its users. Prepare all dependencies in one call, where the program starts.
      """, fileID: fileID, line: line)
  case .alreadyUsed:
    report(
      """
      prepareDependencies was called after a dependency was used, which changes nothing, so that a \
      value does not change under its users. Call it first of all, where the program starts.
      """, fileID: fileID, line: line)
  }
}
