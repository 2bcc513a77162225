import RatchetDependencies

// The rule: a store runs what a reducer declares (subscriptions, a field kept in a shared key) only
// if the store knows the reducer: through 'Scope', 'ifLet', 'ifCaseLet', 'forEach', or the body of
// a feature that it knows. If another reducer calls 'reduce(into:action:)' directly, what the
// called reducer declares is lost. The called reducer therefore returns this value with its effect,
// and the store reports the mistake when it registers the effect (lists it as in flight). Without a
// store, nothing is reported: nothing would run the declarations anyway.

/// Describes a mistake for a report: a reducer called another reducer directly, so what that one
/// declares is lost.
package struct DirectReducerCall: Sendable {
  /// The name of the called reducer's type.
  let reducer: String
  /// What the called reducer declares: `subscriptions` or `a kept field`.
  let what: String
  /// The line of the first subscription that is declared; `nil` if it is not known.
  let origin: SourceOrigin?

  /// Returns the text of the report; `action` is the action with which the reducer was called.
  func text(_ action: any Sendable) -> String {
    """
    '\(reducer)' declares \(what), but another reducer calls its 'reduce(into:action:)', or runs \
    it in 'onChange': \(ValueLine.text(action))

    The store does not know this reducer, so its declarations have no effect. To fix this, run \
    '\(reducer)' with 'Scope', 'ifLet', 'ifCaseLet', or 'forEach'.
    """
  }
}
