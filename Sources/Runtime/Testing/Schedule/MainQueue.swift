import Dispatch

/// The main actor's queue.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on it.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }
}
