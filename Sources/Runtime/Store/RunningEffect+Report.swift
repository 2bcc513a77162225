import RatchetDependencies

extension RunningEffect {
  package var name: String? { run?.name }
  package var priority: TaskPriority? { run?.priority }
  package var origin: SourceOrigin? { run?.origin }
  package var startedBy: String { String(describing: cause) }

  private var run: Effect<Action>.Run? {
    if case .run(let run) = work { run } else { nil }
  }

  func reportThrown(_ error: any Error, by run: Effect<Action>.Run) {
    report(
      """
      Effect \(title) threw an error and has no 'catch:': \(error)

      The effect has ended; the store goes on. To handle the error, give 'Effect.run' a 'catch:' \
      closure, or catch it in the operation and send an action.
      """,
      at: run.origin
    )
  }

  func reportSendAfterEnd(_ action: Action) {
    guard let origin else { return }
    report(
      """
      Effect \(title) sent an action after it had ended: \(action)

      The action was dropped. An effect ends when its operation returns; 'send' must not be used by \
      anything that outlives it, as a callback or a task that the operation started. To fix this, \
      await that work in the operation, as with 'for await' over a stream or a task group.
      """,
      at: origin
    )
  }

  private var title: String {
    let name = name.map { "\"\($0)\"" } ?? "'Effect.run'"
    return "\(name) (\(origin?.description ?? "unknown place"), started by \(startedBy))"
  }

  private func report(_ text: String, at origin: SourceOrigin) {
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }
}
