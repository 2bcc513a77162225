import RatchetDependencies

/// Makes the declaration of a reducer, which finds the subscriptions, when a store first compares
/// what its state declares; then keeps it.
///
/// Used by `Declaration.init(lazily:)`, so that the body of a feature is built as late as possible.
final class LazyDeclaration<State> {
  private let make: () -> Declaration<State>?
  /// The declaration; `nil` until it is made.
  private(set) var made: Declaration<State>?

  init(_ make: @escaping () -> Declaration<State>?) {
    self.make = make
  }

  /// The line of the operator that declares, for reports; `nil` until the declaration is made.
  var origin: SourceOrigin? { made?.origin() }

  /// Makes the declaration under the dependencies of its feature; if the reducer declares nothing,
  /// returns a declaration that does nothing.
  func declaration(under values: DependencyValues?) -> Declaration<State> {
    let declaration = values.map { $0.withValues(make) } ?? make()
    // A nested call, in the course of `make`, has made and kept one: that one stays.
    if let made { return made }
    let kept = declaration ?? Declaration(at: { nil }) { _, _, _ in }
    made = kept
    return kept
  }
}
