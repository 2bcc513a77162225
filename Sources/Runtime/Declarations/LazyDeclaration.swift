import RatchetDependencies

/// What a reducer declares whose reduction is made when it is first used.
final class LazyDeclaration<State> {
  private let make: () -> Declaration<State>?
  /// The declaration, if it is made.
  private(set) var made: Declaration<State>?

  init(_ make: @escaping () -> Declaration<State>?) {
    self.make = make
  }

  var origin: SourceOrigin? { made?.origin() }

  /// Makes the declaration, under the dependencies of its feature; one of nothing if there is none.
  func declaration(under values: DependencyValues?) -> Declaration<State> {
    let declaration = values.map { $0.withValues(make) } ?? make()
    // Made and kept in the course of making this one.
    if let made { return made }
    let kept = declaration ?? Declaration(at: { nil }) { _, _, _ in }
    made = kept
    return kept
  }
}
