/// A mistake in an effect, with the values for its report.
///
/// `effect` is the effect's title, which names the effect and the line that made it. A path is that
/// of a feature, from the root, as text.
enum EffectMisuse {
  /// The operation threw an error that nothing handles.
  case unhandledError(effect: String, any Error)
  /// The effect's `send` was called after the operation had returned.
  case sendAfterEnd(effect: String, any Sendable)
  /// The closure of `aroundEffect`, which encloses the operation, did not call it.
  case operationNotCalled(effect: String)
  /// The closure of `aroundEffect` called the operation again.
  case operationCalledTwice(effect: String)
  /// `dismiss` was called, but no effect of a store is running.
  case dismissOutsideEffects
  /// `dismiss` was called in a feature that nothing presents, at this path.
  case dismissUnpresented(path: String)
  /// `dismiss` was read in one feature and called in another, at this path, which is not below the
  /// first; the root has an empty path.
  case dismissOtherFeature(path: String)

  /// The text of the report.
  var text: String {
    switch self {
    case .unhandledError(let effect, let error):
      """
      Effect \(effect) threw an error and has no 'catch:': \(ValueLine.text(error))

      The effect ended; the store continues. To fix this, handle the error in a 'catch:' closure of \
      'Effect.run', or catch it in the operation and send an action.
      """
    case .sendAfterEnd(let effect, let action):
      """
      Effect \(effect) sent an action after it had ended: \(ValueLine.text(action))

      The action was dropped. An effect ends when its operation returns, but something that \
      outlived it, such as a callback or a task, used its 'send'. To fix this, await that work in \
      the operation, with 'for await' over a stream or in a task group.
      """
    case .operationNotCalled(let effect):
      """
      'aroundEffect' returned without calling the operation of effect \(effect).

      The effect did nothing. To fix this, call the operation once on every path, or throw an error.
      """
    case .operationCalledTwice(let effect):
      """
      'aroundEffect' called the operation of effect \(effect) more than once.

      Only the first call ran it. To fix this, call the operation once. To retry after an error, \
      use 'withRetries' inside the operation.
      """
    case .dismissOutsideEffects:
      """
      'dismiss' was called outside an effect of a store.

      Nothing was removed. To fix this, call it in an effect of the feature that is to be removed.
      """
    case .dismissUnpresented(let path):
      """
      'dismiss' was called in an effect of '\(ValueLine.cut(path))', which is not presented.

      Nothing was removed. To fix this, present the feature with 'ifLet' and a \
      'PresentationAction', or in a 'Stack'. Otherwise, send an action that makes its parent \
      remove it.
      """
    case .dismissOtherFeature(let path):
      """
      'dismiss' was called in an effect of \
      \(path.isEmpty ? "the root feature" : "'\(ValueLine.cut(path))'"), which is neither the \
      feature that read it nor below that one.

      Nothing was removed. To fix this, call it in an effect of the feature that is to be removed, \
      or of a feature below that one.
      """
    }
  }
}
