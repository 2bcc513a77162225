import Ratchet

final class Button: Sendable {
  let task: StoreTask

  init(task: StoreTask) { self.task = task }

  deinit {
    task.cancel()  // error: call to main actor-isolated instance method 'cancel()'
  }
}
