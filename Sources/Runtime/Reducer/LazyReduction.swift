/// Makes the reduction of a reducer when a store first needs it, so that the body of a feature is
/// evaluated as late as possible, and only once.
///
/// Used by `Reduction.init(lazily:of:)`, whose closures own it. Owns the parts of the reduction
/// that was made first. Do not keep a later one: the subscriptions of a store belong to the
/// declarations of the first.
final class LazyReduction<State, Action: Sendable> {
  /// Reduces an action; before the first one, makes the reduction, which replaces this closure.
  ///
  /// Stored apart from the declarations, so that an action does not copy them.
  private(set) var run: (inout State, Action) -> Effect<Action>
  /// What the reducer declares; `nil` until the reduction is made.
  private(set) var declarations: Declarations<State>?
  private let make: () -> Reduction<State, Action>

  init(_ make: @escaping () -> Reduction<State, Action>) {
    self.make = make
    run = { _, _ in .none }  // Until `self` can be captured.
    // Unowned, because this object owns the closure.
    run = { [unowned self] state, action in made().run(&state, action) }
  }

  /// Makes the reduction and keeps its parts.
  ///
  /// `make` builds the user's body, which may itself run or ask this object. The parts that such a
  /// nested call has kept stay.
  func made() -> Reduction<State, Action> {
    let made = make()
    if declarations == nil { (run, declarations) = (made.run, made.declarations) }
    return made
  }

  /// The declarations of the first reduction, which is made here if there is none yet.
  func madeDeclarations() -> Declarations<State> {
    let made = declarations ?? made().declarations
    // `made` may be of a later reduction, if a nested call has kept the first.
    return declarations ?? made
  }
}
