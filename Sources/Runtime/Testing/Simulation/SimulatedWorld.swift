public import RatchetDependencies

/// A description of what may happen around a feature in a simulation, and what must hold.
///
/// The closure of `simulate` fills it in. Each run then chooses its moves from it at random, and
/// checks its conditions.
public struct SimulatedWorld<State, Action: Sendable> {
  /// Something that a run can do next with its store.
  enum Move {
    /// Sends the action that the closure makes, or nothing if it returns `nil`.
    case send((State, Draw) -> Action?)
    /// Lets a random time up to the limit pass.
    case advance(limit: Duration)
    /// Ends the program, normally or by a crash, and starts it again with a new store.
    case restart(isCrash: Bool)
  }

  /// A condition on the state: an invariant, a goal, or a landmark (see the lists below).
  struct Condition {
    let name: String
    let holds: (State) -> Bool
    /// Only for a goal: the time after the moves within which it must hold.
    var limit = noLimit

    static var noLimit: Duration { .seconds(Int.max).capped }
  }

  /// A limit of how often actions with one key are reduced in a run.
  struct Count {
    let name: String
    let limit: Int
    let key: (State, Action) -> AnyHashable?
  }

  private(set) var moves: [(weight: Int, move: Move)] = []
  /// Changes of dependencies, from `dependencies`.
  private(set) var updates: [(inout DependencyValues, Draw) -> Void] = []
  /// Conditions that are checked in the initial state and after each action, from `always`.
  private(set) var invariants: [Condition] = []
  /// Limits that are checked after each action, from `sent`.
  private(set) var counts: [Count] = []
  /// Conditions that are checked at the end of a run, from `eventually`.
  private(set) var goals: [Condition] = []
  /// States that some run must reach, from `reached`.
  private(set) var landmarks: [Condition] = []
  /// Numbers that the search tries to make large, from `target`.
  private(set) var targets: [(State) -> Int] = []
  /// Returns the value around the feature, such as a fake server, or `nil` if there is none.
  var value: () -> Any? = { nil }
  /// The first mistake in the description, which is the failure of the simulation.
  private(set) var problem: String?

  /// Adds a move that sends an action.
  ///
  /// ```swift
  /// world.send { state, draw in draw.element(of: state.rows).map { .remove($0.id) } }
  /// ```
  ///
  /// The test that a failure prints sends the same actions, but does not call the closure: changes
  /// that the closure makes elsewhere are not repeated.
  ///
  /// - Parameters:
  ///   - weight: The frequency relative to other moves, from 1 to 1,000,000.
  ///   - action: Makes the action for the current state; `nil` if none can be sent now.
  public mutating func send(weight: Int = 1, _ action: @escaping (State, Draw) -> Action?) {
    add(.send(action), weight)
  }

  /// Adds a move that lets time pass.
  ///
  /// - Parameters:
  ///   - weight: The frequency relative to other moves, from 1 to 1,000,000.
  ///   - limit: The longest time in one move, in whole milliseconds; at least one.
  public mutating func advance(weight: Int = 1, upTo limit: Duration) {
    if limit < .milliseconds(1) {
      report(
        """
        'advance(upTo:)' was given \(limit). Pass at least a millisecond.
        """
      )
    }
    add(.advance(limit: limit), weight)
  }

  /// Adds a move that ends the program normally, and starts it again.
  ///
  /// Effects in flight are cancelled, and may clean up. Then the feature, its initial state, and
  /// its dependencies are made again. Shared values whose keys are not in memory are kept, and so
  /// is the value passed to
  /// ``simulate(_:from:world:runs:length:seed:replaying:sourceLocation:_:)``.
  ///
  /// - Parameter weight: The frequency relative to other moves, from 1 to 1,000,000.
  public mutating func restart(weight: Int = 1) { add(.restart(isCrash: false), weight) }

  /// Adds a move that kills the program, and starts it again, like ``restart(weight:)``.
  ///
  /// Effects in flight do nothing more: they are not even cancelled. Actions that they have sent
  /// and that are not reduced yet are lost. Changes of a shared value that are not saved yet are
  /// lost, too: they are saved half a second after the last change, five seconds after the first,
  /// or by `flush()`.
  ///
  /// - Parameter weight: The frequency relative to other moves, from 1 to 1,000,000.
  public mutating func crash(weight: Int = 1) { add(.restart(isCrash: true), weight) }

  private mutating func add(_ move: Move, _ weight: Int) {
    if !(1...1_000_000).contains(weight) {
      report(
        """
        A move has the weight \(weight). Use a weight from 1 to 1,000,000, or remove the move.
        """
      )
    }
    moves.append((weight, move))
  }

  /// Records a mistake in the description; only the first one counts.
  private mutating func report(_ problem: String) {
    if self.problem == nil { self.problem = "The world of the simulation is invalid: \(problem)" }
  }

  /// Changes dependencies, like `withDependencies` of a test store; the ``Draw`` decides which of
  /// their calls fail, and can make up what they return.
  ///
  /// ```swift
  /// world.dependencies { values, draw in
  ///   values[API.self].save = { _ in if draw.chance(0.2, of: "save fails") { throw Timeout() } }
  /// }
  /// ```
  ///
  /// The closure is called for each store: at the start of a run, and after each restart.
  public mutating func dependencies(
    _ update: @escaping (inout DependencyValues, Draw) -> Void
  ) {
    updates.append(update)
  }

  /// Adds an invariant, which is checked in the initial state and after each action.
  public mutating func always(_ name: String, _ holds: @escaping (State) -> Bool) {
    checkName(name, among: invariants.map(\.name) + counts.map(\.name))
    invariants.append(Condition(name: name, holds: holds))
  }

  /// Adds a limit of how often actions are sent in a run, by moves or effects, for each key.
  ///
  /// ```swift
  /// world.sent("each row is removed once", atMost: 1) { _, action in
  ///   if case .remove(let id) = action { id } else { nil }
  /// }
  /// ```
  ///
  /// To count what reaches a server, let the server count: see
  /// ``simulate(_:from:world:runs:length:seed:replaying:sourceLocation:_:)``.
  ///
  /// - Parameters:
  ///   - name: The condition, for failures.
  ///   - limit: The most actions with the same key.
  ///   - key: The key of an action, given the state after it; `nil` if the action does not count.
  ///     Actions that are counted together have the same key.
  public mutating func sent(
    _ name: String, atMost limit: Int, _ key: @escaping (State, Action) -> AnyHashable?
  ) {
    checkName(name, among: invariants.map(\.name) + counts.map(\.name))
    counts.append(Count(name: name, limit: limit, key: key))
  }

  /// Adds a condition that must hold at the end, when the world has stopped sending actions, faults
  /// have stopped, and effects have done their remaining work.
  ///
  /// While effects sleep, time passes from one deadline to the next: up to the last limit of a
  /// condition and, for conditions without a limit, through at most a thousand deadlines, because a
  /// timer would never let the run end.
  ///
  /// - Parameters:
  ///   - name: The condition, for failures.
  ///   - limit: The time after which it must hold, if effects still sleep then; `nil` if there is
  ///     no limit.
  ///   - holds: Whether a state satisfies it.
  public mutating func eventually(
    _ name: String, within limit: Duration? = nil, _ holds: @escaping (State) -> Bool
  ) {
    checkName(name, among: goals.map(\.name))
    goals.append(Condition(name: name, holds: holds, limit: limit?.capped ?? Condition.noLimit))
  }

  /// Requires that some run reaches a state with this property; otherwise, the simulation could
  /// pass without testing what happens there.
  ///
  /// ```swift
  /// world.reached("a change that is not saved") { !$0.isSaved }
  /// ```
  public mutating func reached(_ name: String, _ holds: @escaping (State) -> Bool) {
    checkName(name, among: landmarks.map(\.name))
    landmarks.append(Condition(name: name, holds: holds))
  }

  /// Guides the search toward large values of a number: every second run repeats the moves after
  /// which the number was the largest so far, and continues from there.
  ///
  /// Use it for failures that need many right moves in a row, such as the digits of a code:
  ///
  /// ```swift
  /// world.target { $0.rightDigits }
  /// ```
  public mutating func target(_ number: @escaping (State) -> Int) { targets.append(number) }

  private mutating func checkName(_ name: String, among others: [String]) {
    if others.contains(name) {
      report("Two conditions are named \"\(name)\". Give each its own name.")
    }
  }
}
