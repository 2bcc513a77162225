/// The kept fields inside of an operator that compares values, so that it sees what the store
/// writes to them.
///
/// A kept field is one that `kept(_:in:changed:)` connects with a shared key. Used by `onChange`.
/// Owns the fields, once the store has found them. Do not call it before that: it does nothing.
@usableFromInline final class KeptInside<State> {
  private var fields: [any KeptField<State>] = []

  /// Returns `nil` if there are surely no kept fields.
  @usableFromInline init?(_ declarations: Declarations<State>) {
    if declarations.kept == nil { return nil }
  }

  /// The same declarations; remembers the fields when the store finds them.
  @usableFromInline func remembering(_ declarations: Declarations<State>) -> Declarations<State> {
    guard let kept = declarations.kept else { return declarations }
    return Declarations(
      running: declarations.running,
      kept: KeptFields { search in
        self.fields = kept.find(&search)
        return self.fields
      })
  }

  /// The state in which the last action left the fields, before the store wrote to them.
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
