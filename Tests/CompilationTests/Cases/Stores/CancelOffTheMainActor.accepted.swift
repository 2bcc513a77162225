import Ratchet

final class Button: Sendable {
  let task: StoreTask

  init(task: StoreTask) { self.task = task }

  deinit {
    Task { [task] in await task.cancel() }
  }
}
