/// Holds a reduction that is made at its first run.
final class LazyReduction<State, Action: Sendable> {
  /// A function of a reduction, which an optional alone would convert.
  struct Run { let run: (inout State, Action) -> Effect<Action> }

  private(set) var reduction: Reduction<State, Action>?
  /// Of the same reduction: a run copies only this.
  private(set) var run: Run?

  /// Keeps a reduction, unless making it has already made and kept one.
  func keep(_ made: Reduction<State, Action>) -> Reduction<State, Action> {
    if reduction == nil { (reduction, run) = (made, Run(run: made.run)) }
    return made
  }
}
