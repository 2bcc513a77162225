public import Ratchet
import RatchetDependencies
import RatchetReports
public import Testing

/// A store for tests, which assert step by step how a feature changes its state and which actions
/// its effects send.
///
/// ```swift
/// @Test @MainActor func factIsShown() async {
///   let store = TestStore(initialState: Counter.State()) {
///     Counter()
///   } withDependencies: {
///     $0.facts.fetch = { "\($0) is a number." }
///   }
///   await store.send(.factButtonTapped) { $0.isLoading = true }
///   await store.receive(.factResponse("0 is a number.")) {
///     $0.isLoading = false
///     $0.fact = "0 is a number."
///   }
/// }
/// ```
///
/// The store controls everything that an effect can wait for. An action that an effect sends waits
/// until the test receives it, so the state at each line of a test is exactly what the test has
/// asserted so far; its ``clock``, which is the clock dependency, stands still until
/// ``advance(by:sourceLocation:)``. A test that passes never waits in real time.
///
/// An effect may wait for its own child tasks, for a dependency that the test overrides, or for the
/// clock. Prefer `async let`; an unstructured `Task` delays a failing step by 0.25 s. If another
/// thread resumes an effect, the store holds the effect back until
/// ``waiting(upTo:sourceLocation:_:)``.
///
/// An unreceived action and an effect in flight are failures at the end of the test. They are
/// reported:
///
/// - when the store is released, usually at the end of the test function
/// - at the end of a test with the trait `.dependencies`, if something still holds the store: a
///   static property, a reference cycle or, in XCTest, a property of the test case
/// - in a test without the trait, if something still holds the store, when all tests have ended: on
///   standard error, and the process fails
/// - by ``finish(sourceLocation:)``, which always reports them in time
@MainActor
public final class TestStore<State: Equatable, Action: Sendable> {
  /// The clock of the store: its `continuousClock` and `suspendingClock`.
  public let clock: TestClock

  /// Runs the feature: reduces actions, runs effects, and lists the actions that effects have sent.
  let run: TestRun<State, Action>
  /// `run` without the types of state and action, for the handles that `send` returns; converted
  /// once for all of them.
  let erasedRun: any AnyTestRun

  /// Records the failures of this store at the line of the current step.
  var issues: IssueSink { run.issues }

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action; evaluated under the store's dependencies.
  ///   - schedule: The order in which the store runs work that could run in any order; by default,
  ///     the schedule of the exploration around it, or else `inOrder`.
  ///   - observers: The observers of the store; an action counts as received when the test receives
  ///     it.
  ///   - reducer: The feature to test.
  ///   - update: Changes dependencies for this store. The context is a test, and the store has its
  ///     own clocks.
  ///   - sourceLocation: Where to record failures at the end of the test.
  public init(
    initialState: @autoclosure () -> State,
    schedule: Schedule = .current,
    observers: [any StoreObserver<State, Action>] = [],
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Zero, except in a simulation that has restarted its program: there, time continues.
    let clock = TestClock(now: TestClock.Instant(offset: TestClock.start))
    // The run of `exploreSchedules` around this test, if there is one.
    let exploration = Exploration.current
    let executor = LaneExecutor(
      schedule: exploration?.scheduleOfNextStore(given: schedule) ?? schedule, clock: clock)
    let issues = IssueSink(sourceLocation, trace: executor.trace)
    // If this run is written to a page, an observer collects what the store does.
    let observers = observers + RunPage.observers(of: clock)
    exploration?.use(executor.trace)
    let dependencies = DependencyValues.forTest(clock: clock, issues: issues) {
      update(&$0)
      for observer in observers { observer.prepare(&$0) }
    }
    let core = dependencies.withValues {
      Core(
        state: initialState(), reduction: reducer().makeReduction(), dependencies: dependencies,
        executor: executor, observers: observers)
    }
    self.clock = clock
    run = TestRun(core: core, executor: executor, clock: clock, issues: issues)
    erasedRun = run
    LiveStores.add(erasedRun)
    // Last, because subscriptions start here, and `run` must receive what they send.
    core.begin()
  }

  /// Creates a test store whose state type is inferred from the reducer, for `initialState:
  /// .init()`.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action; evaluated under the store's dependencies.
  ///   - schedule: The order in which the store runs work that could run in any order; by default,
  ///     the schedule of the exploration around it, or else `inOrder`.
  ///   - observers: The observers of the store; an action counts as received when the test receives
  ///     it.
  ///   - reducer: The feature to test.
  ///   - update: Changes dependencies for this store. The context is a test, and the store has its
  ///     own clocks.
  ///   - sourceLocation: Where to record failures at the end of the test.
  @_disfavoredOverload
  public convenience init<Feature: Reducer>(
    initialState: @autoclosure () -> Feature.State,
    schedule: Schedule? = nil,
    observers: [any StoreObserver<State, Action>] = [],
    @ReducerBuilder<State, Action> reducer: () -> Feature,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) where Feature.State == State, Feature.Action == Action {
    // With the other initializer, `.init()` does not compile: the compiler looks for it in
    // `Equatable`. With only this one, literals such as `[]` would not compile.
    self.init(
      initialState: initialState(), schedule: schedule ?? .current, observers: observers,
      reducer: reducer, withDependencies: update, sourceLocation: sourceLocation)
  }

  deinit {
    reportLeftovers(run)
  }

  /// The state, as the test has asserted it so far.
  ///
  /// A read changes nothing, even with ``exhaustivity`` off: unreceived actions stay unreceived.
  public var state: State { run.core.state }

  /// The dependencies of the store, which may be changed between two steps.
  ///
  /// Effects that have started keep the dependencies with which they started. Setting a part of a
  /// client that has no test value does not count as a use of the client, and is not reported.
  public var dependencies: DependencyValues {
    get { run.core.dependencies }
    _modify {
      var values = run.core.dependencies
      // To set a part of a client, Swift first reads the client; this read is not reported.
      values.isBeingChanged = true
      yield &values
      values.isBeingChanged = false
      run.core.setDependencies(values)
    }
  }

  /// Whether an effect of the root feature has called `dismiss`: the store has ended with all its
  /// effects, and an action that the test sends is a failure.
  public var isDismissed: Bool { run.core.isDismissed }

  /// The effects that can still send, in the order in which they were returned.
  ///
  /// Excludes the effects with which the library itself listens for changes of shared values.
  public var inFlight: [EffectDescription] {
    run.core.registry.live.filter { $0.kind != .listen }.map(run.core.registry.describe)
  }

  /// Describes what the store is waiting for, like ``Ratchet/Store/explain()``.
  public func explain() -> String {
    StoreExplanation(
      inFlight, run.core.observers, unreturned: run.core.statistics.effectsUnwinding
    ).text
  }

  /// How much of what happens the test must assert; everything, by default.
  public var exhaustivity: Exhaustivity {
    get { run.exhaustivity }
    set {
      // The test can no longer receive actions that were reduced without being received.
      run.forgetSkipped()
      run.exhaustivity = newValue
    }
  }

  // For tests of the library and its measurements.

  /// The number of unreceived actions.
  package var parkedCount: Int { run.inbox.count }

  /// The events so far, a line each; under a seeded schedule, the same for each run of a test.
  package var trace: [String] { run.trace.lines }

  /// How the events so far deviate from the schedule `inOrder`, as the text of a schedule.
  package var deviations: String {
    run.trace.deviations().map(\.0.text).joined(separator: DeviationReader.separator)
  }
}

/// A test store of the feature `R`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

extension DependencyValues {
  /// The current dependencies, with a copy of the test's shared values.
  ///
  /// For simulations and explorations: they run a test many times, and each run begins with the
  /// same values.
  static var withStorageOfRun: DependencyValues {
    let storage = DependencyValues.current.sharedStorage.copy()
    return DependencyValues.current.updated { $0.sharedStorage = storage }
  }

  /// Sets the shared values that the program of a simulation finds when it starts again: those that
  /// it had stored in files or elsewhere outside its memory.
  ///
  /// `last` are the dependencies before the restart. After a crash, changes that were not saved yet
  /// are lost.
  mutating func takeStored(from last: DependencyValues, afterCrash isCrash: Bool) {
    sharedStorage = last.sharedStorage.restarted(afterCrash: isCrash)
  }

  /// Makes the dependencies of a test store, or of the function `expect`: the current
  /// overrides, with a clock and other values of its own, and with logged errors recorded as
  /// failures.
  static func forTest(
    clock: TestClock, issues: IssueSink, _ update: (inout DependencyValues) -> Void
  ) -> DependencyValues {
    var dependencies = DependencyValues.current
    dependencies.context = .test
    dependencies.beginScope()
    let log = dependencies.log
    dependencies.continuousClock = clock
    dependencies.suspendingClock = clock
    dependencies.log = { message in
      if message.level == .error { issues.record(message) } else { log(message) }
    }
    return dependencies.updated(by: update)
  }
}
