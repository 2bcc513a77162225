public import Ratchet
import RatchetDependencies

/// Counts what a store does, in bounded memory.
///
/// ```swift
/// let metrics = StoreMetrics(of: Counter.self)
/// let store = Store(initialState: Counter.State(), observers: [metrics]) { Counter() }
/// store.send(.increment)
/// print(metrics.text)
/// ```
@MainActor public final class StoreMetrics<State, Action: Sendable>: StoreObserver {
  /// Actions that were reduced.
  public private(set) var actions = 0
  /// Actions that were not reduced.
  public private(set) var actionsDropped = 0
  /// The most actions that were queued at one time.
  public private(set) var queueHighWater = 0
  /// Effects that have started.
  public private(set) var effectsStarted = 0
  /// Effects that have ended by themselves, without an error.
  public private(set) var effectsFinished = 0
  /// Effects whose operation has thrown an error.
  public private(set) var effectsFailed = 0
  /// Effects that were cancelled after they had started.
  public private(set) var effectsCancelled = 0
  /// The time that all actions took to be reduced.
  public private(set) var reducerTime = Duration.zero
  /// The longest time that an action took to be reduced.
  public private(set) var longestReducerTime = Duration.zero
  private var stopwatch: Stopwatch?
  private let origin: SourceOrigin

  /// Makes the metrics of one store of a feature.
  ///
  /// - Parameters:
  ///   - feature: The type of the reducer.
  ///   - fileID: Where the metrics are made, for reports.
  ///   - line: Where the metrics are made, for reports.
  public init<Feature: Reducer>(
    of feature: Feature.Type, fileID: StaticString = #fileID, line: UInt = #line
  ) where Feature.State == State, Feature.Action == Action {
    origin = SourceOrigin(fileID: fileID, line: line)
  }

  /// Effects that have started and not ended.
  public var effectsLive: Int {
    effectsStarted - effectsFinished - effectsFailed - effectsCancelled
  }

  /// Actions a second since the store was made, on its `continuousClock`; `nil` if no time has
  /// passed.
  public var actionsPerSecond: Double? {
    let seconds = (stopwatch?.elapsed ?? .zero) / .seconds(1)
    return seconds > 0 ? Double(actions) / seconds : nil
  }

  /// Starts to measure time.
  public func begin(_ state: State) {
    stopwatch = Stopwatch(DependencyValues.current.continuousClock(for: origin))
  }

  /// Counts an event.
  public func observe(_ event: StoreEvent<State, Action>) {
    switch event {
    case .queued(_, _, let count): queueHighWater = max(queueHighWater, count)
    case .reduced(_, _, _, _, let duration):
      actions += 1
      reducerTime += max(.zero, duration)
      longestReducerTime = max(longestReducerTime, duration)
    case .effectStarted: effectsStarted += 1
    case .effectFinished: effectsFinished += 1
    case .effectFailed: effectsFailed += 1
    case .effectCancelled(_, let cancellation): if cancellation.hasStarted { effectsCancelled += 1 }
    case .dropped: actionsDropped += 1
    case .received, .effectSent, .subscriptionStarted, .subscriptionStopped: break
    }
  }

  /// The metrics as text, in three lines.
  public var text: String {
    let rate = actionsPerSecond.map { " (\(($0 * 10).rounded() / 10) a second)" } ?? ""
    return """
      actions: \(actions) reduced\(rate), \(actionsDropped) dropped, \
      at most \(queueHighWater) queued
      reducer: \(reducerTime.shortText) in all, at most \(longestReducerTime.shortText)
      effects: \(effectsStarted) started, \(effectsFinished) finished, \(effectsFailed) failed, \
      \(effectsCancelled) cancelled, \(effectsLive) live
      """
  }
}
