import RatchetDependencies

extension RunningEffect {
  func reportThrown(_ error: any Error) {
    report(
      """
      Effect \(title) threw an error and has no 'catch:': \(ValueLine.text(error))

      The effect has ended; the store goes on. To handle the error, give 'Effect.run' a 'catch:' \
      closure, or catch it in the operation and send an action.
      """
    )
  }

  func reportSendAfterEnd(_ action: some Sendable) {
    report(
      """
      Effect \(title) sent an action after it had ended: \(ValueLine.text(action))

      The action was dropped. An effect ends when its operation returns; its 'send' must not be used \
      by anything that outlives it, such as a callback or a task that the operation started. To fix \
      this, await that work in the operation: with 'for await' over a stream, or in a task group.
      """
    )
  }

  /// What it is called in reports.
  var title: String {
    guard let origin else { return "'Effect.send' (started by \(ValueLine.text(cause)))" }
    let name = self.name.map { "\"\($0)\"" } ?? "'Effect.run'"
    return "\(name) (\(origin), started by \(ValueLine.text(cause)))"
  }

  private func report(_ text: String) {
    guard let origin else { return }
    registry.dependencies.withValues {
      RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
    }
  }
}
