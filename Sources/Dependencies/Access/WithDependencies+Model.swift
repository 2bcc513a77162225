/// Runs an operation with the dependencies that a model has kept.
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
/// Use it in models that create others when a user interface calls them: by then, the overrides
/// with which the first one was created no longer apply. The model's overrides are read from one of
/// its properties: one with `@Dependency`, or one that holds ``CapturedDependencies``. A model
/// without such a property is reported, and the operation runs with the current dependencies.
///
/// As for a read, overrides that apply now, but did not when the model was created, take precedence
/// over the model's own; `update` takes precedence over all.
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

/// Runs an asynchronous operation with the dependencies that a model has kept, in the caller's
/// isolation.
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
  /// The values under which a model was made (its origin), from its first property that keeps them.
  @usableFromInline
  static func origin(of model: Any, fileID: StaticString, line: UInt) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let next = mirror {
      for case (_, let property as any DependencyKeeper) in next.children { return property.origin }
      mirror = next.superclassMirror
    }
    RatchetDependencies.report(
      .modelWithoutDependencies(type(of: model)), fileID: fileID, line: line)
    return DependencyValues(overrides: nil)
  }
}

/// A property that keeps the values under which it was made.
private protocol DependencyKeeper {
  var origin: DependencyValues { get }
}

extension Dependency: DependencyKeeper {}
extension CapturedDependencies: DependencyKeeper {}
