/// Holds a reduction that is made at its first run.
///
/// Used by the reduction that stands for it, which owns it. Owns what was made. Do not use one that
/// was made later: what was declared belongs to the first.
final class LazyReduction<State, Action: Sendable> {
  /// The function of a reduction, which an optional alone would convert.
  struct Run { let call: (inout State, Action) -> Effect<Action> }

  /// Apart from the declarations, so that an action copies nothing else.
  private(set) var run: Run?
  private(set) var declarations: Declarations<State>?

  /// Keeps a reduction, unless making it has already made and kept one.
  func keep(_ made: Reduction<State, Action>) -> Reduction<State, Action> {
    if run == nil { (run, declarations) = (Run(call: made.run), made.declarations) }
    return made
  }
}
