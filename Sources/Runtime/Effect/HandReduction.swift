import RatchetDependencies

// The rule: a store runs what a reducer declares only if it knows the reducer, through 'Scope',
// 'ifLet', 'ifCaseLet', 'forEach', or the body of a feature that it knows. A reducer whose
// 'reduce(into:action:)' is called by another one is not known. Its effect then says what is lost,
// which the store reports when the effect is entered; without a store, nothing is lost.

/// A reducer that declares something, and that another reducer has called.
package struct HandReduction: Sendable {
  /// The name of its type.
  let reducer: String
  /// What it declares.
  let what: String
  /// The line of the first declaration, unless a child has it.
  let origin: SourceOrigin?

  func text(_ action: any Sendable) -> String {
    """
    '\(reducer)' declares \(what), but another reducer calls its 'reduce(into:action:)', or runs \
    it in 'onChange': \(ValueLine.text(action))

    A store does not know such a reducer, so what it declares has no effect. To fix this, run \
    '\(reducer)' with 'Scope', 'ifLet', 'ifCaseLet' or 'forEach'.
    """
  }
}
