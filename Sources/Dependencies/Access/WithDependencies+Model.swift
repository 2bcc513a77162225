/// Runs an operation with the dependencies under which a model was made.
///
/// ```swift
/// @MainActor final class ListModel {
///   @Dependency(FactClient.self) var facts
///   var detail: DetailModel?
///
///   func rowTapped(_ number: Int) {
///     detail = withDependencies(from: self) { DetailModel(number) }
///   }
/// }
/// ```
///
/// Use it in models that make others when a user interface calls them: by then, the dependencies in
/// force when the first one was made no longer are. The model's overrides come from one of its
/// properties: one with `@Dependency`, or one that holds ``CapturedDependencies``. A model without
/// such a property is reported, and the operation runs under the dependencies in force.
///
/// As for a read, overrides that are in force now, but were not where the model was made, take
/// precedence over the model's own; `update` takes precedence over all.
@inlinable
public func withDependencies<Model, Result, Failure: Error>(
  from model: Model,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try DependencyValues.current.over(.origin(of: model, fileID: fileID, line: line))
    .updated(by: update).withValues(operation)
}

/// Runs an asynchronous operation with the dependencies under which a model was made, in the
/// caller's isolation.
@inlinable
public func withDependencies<Model, Result, Failure: Error>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await DependencyValues.current.over(.origin(of: model, fileID: fileID, line: line))
    .updated(by: update).withValues(isolation: isolation, operation)
}

extension DependencyValues {
  /// The values under which a model was made, from its first property that keeps some.
  @usableFromInline
  static func origin(of model: Any, fileID: StaticString, line: UInt) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let next = mirror {
      for case (_, let property as any DependencyKeeper) in next.children { return property.kept }
      mirror = next.superclassMirror
    }
    RatchetDependencies.report(
      """
      withDependencies(from:) was called with '\(type(of: model))', which keeps no dependencies, \
      so its operation runs under those in force. Give it a property with '@Dependency', or \
      'let dependencies = DependencyValues.capture()'.
      """, fileID: fileID, line: line)
    return DependencyValues(newest: nil)
  }
}

/// A property that keeps the values under which it was made.
private protocol DependencyKeeper {
  var kept: DependencyValues { get }
}

extension Dependency: DependencyKeeper {
  fileprivate var kept: DependencyValues { origin }
}

extension CapturedDependencies: DependencyKeeper {
  fileprivate var kept: DependencyValues { values }
}
