/// Holds a reduction that is made at its first run.
///
/// Used by the reduction that stands for it, which owns it. Owns what was made. Do not use one that
/// was made later: what was declared belongs to the first.
final class LazyReduction<State, Action: Sendable> {
  /// Apart from the declarations, so that an action copies nothing else.
  private(set) var run: (inout State, Action) -> Effect<Action>
  private(set) var declarations: Declarations<State>?
  private let make: () -> Reduction<State, Action>

  init(_ make: @escaping () -> Reduction<State, Action>) {
    self.make = make
    run = { _, _ in .none }
    run = { [unowned self] state, action in made().run(&state, action) }
  }

  /// Makes the reduction and keeps it, unless making it has already made and kept one.
  func made() -> Reduction<State, Action> {
    let made = make()
    if declarations == nil { (run, declarations) = (made.run, made.declarations) }
    return made
  }
}
