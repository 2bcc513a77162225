/// Shows `onChange` the changes of the *kept fields* of the reducer inside it, even those that the
/// store writes.
///
/// A kept field is one that the operator `kept(_:in:changed:)` connects with a shared key. The
/// store writes changes from outside to it before the reducer runs, and changes that reducers
/// return as effects after that. `onChange` compares a value before and after its reducer runs, and
/// would miss both.
///
/// Used by `onChange`. Owns the fields, once the store has found them. Do not call it before that:
/// it does nothing.
@usableFromInline final class KeptInside<State> {
  private var fields: [any KeptField<State>] = []

  /// Returns `nil` if there are surely no kept fields.
  @usableFromInline init?(_ declarations: Declarations<State>) {
    if declarations.kept == nil { return nil }
  }

  /// Returns the same declarations, with a closure that remembers the fields when the store finds
  /// them.
  @usableFromInline func remembering(_ declarations: Declarations<State>) -> Declarations<State> {
    guard let kept = declarations.kept else { return declarations }
    return Declarations(
      running: declarations.running,
      kept: KeptFields { search in
        self.fields = kept.find(&search)
        return self.fields
      })
  }

  /// The state with the values that the fields had after the last action, before the store wrote
  /// changes from outside to them.
  @usableFromInline func beforeWrites(_ state: State) -> State {
    var state = state
    for field in fields { field.restore(&state) }
    return state
  }

  /// Applies the changes of the fields that a reducer has returned; returns the rest of the effect.
  @usableFromInline func applyChanges<Action>(
    of effect: Effect<Action>, to state: inout State
  ) -> Effect<Action> {
    effect.withoutChanges(of: fields, to: &state)
  }
}
