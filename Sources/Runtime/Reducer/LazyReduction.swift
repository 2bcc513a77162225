/// Makes the reduction of a reducer when a store first needs it, so that the body of a feature is
/// evaluated as late as possible, and only once.
///
/// Used by `Reduction.init(lazily:of:)`, whose closures own it. Owns the first reduction that was
/// made. Do not use a reduction that was made later: a store's subscriptions belong to the
/// declarations of the first.
final class LazyReduction<State, Action: Sendable> {
  /// Runs the reduction, and makes it before the first run.
  ///
  /// Stored apart from the declarations, so that they are not copied for each action.
  private(set) var run: (inout State, Action) -> Effect<Action>
  /// What the reducer declares; `nil` until the reduction is made.
  private(set) var declarations: Declarations<State>?
  private let make: () -> Reduction<State, Action>

  init(_ make: @escaping () -> Reduction<State, Action>) {
    self.make = make
    run = { _, _ in .none }
    run = { [unowned self] state, action in made().run(&state, action) }
  }

  /// Makes the reduction and keeps its parts, unless a nested call has kept other parts first.
  func made() -> Reduction<State, Action> {
    let made = make()
    if declarations == nil { (run, declarations) = (made.run, made.declarations) }
    return made
  }

  /// The declarations of the first reduction, which is made if there is none.
  func madeDeclarations() -> Declarations<State> {
    let made = declarations ?? made().declarations
    return declarations ?? made
  }
}
