import Ratchet

final class Button: Sendable {
  let task: StoreTask

  init(task: StoreTask) { self.task = task }

  deinit {
    #if MISTAKE
      task.cancel()  // error: call to main actor-isolated instance method 'cancel()'
    #else
      Task { [task] in await task.cancel() }
    #endif
  }
}
