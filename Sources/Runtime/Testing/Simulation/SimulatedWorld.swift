public import RatchetDependencies

/// A description of what may happen around a feature in a simulation, and what must hold.
///
/// The closure of `simulate` fills it in; each run then makes random moves from it.
public struct SimulatedWorld<State, Action: Sendable> {
  /// An option for what the run does next with its store.
  enum Move {
    case send((State, Draw) -> Action?)
    case advance(limit: Duration)
  }

  /// A condition that must hold.
  struct Condition {
    let name: String
    let holds: (State) -> Bool
  }

  private(set) var moves: [(weight: Int, move: Move)] = []
  /// Changes of dependencies, from `dependencies`.
  private(set) var updates: [(inout DependencyValues, Draw) -> Void] = []
  /// Checked in the initial state and after each action, from `always`.
  private(set) var invariants: [Condition] = []
  /// Checked at the end of a run, from `eventually`.
  private(set) var goals: [Condition] = []
  /// States that some run must reach, from `reached`.
  private(set) var landmarks: [Condition] = []
  /// From `target`.
  private(set) var targets: [(State) -> Int] = []
  /// The value around the feature, for failure texts; `nil` without one.
  var value: () -> Any? = { nil }
  /// The first mistake in the description.
  private(set) var problem: String?

  /// Adds a move that sends an action.
  ///
  /// ```swift
  /// world.send { state, draw in draw.element(of: state.rows).map { .remove($0.id) } }
  /// ```
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
  public mutating func dependencies(
    _ update: @escaping (inout DependencyValues, Draw) -> Void
  ) {
    updates.append(update)
  }

  /// Adds an invariant, which is checked in the initial state and after each action.
  public mutating func always(_ name: String, _ holds: @escaping (State) -> Bool) {
    checkName(name, among: invariants)
    invariants.append(Condition(name: name, holds: holds))
  }

  /// Adds a condition that must hold at the end, when the world has stopped sending actions, faults
  /// have stopped, and effects have done their remaining work.
  ///
  /// While effects sleep, time passes from one deadline to the next, but at most a thousand times,
  /// so that a timer does not keep the run from ending.
  public mutating func eventually(_ name: String, _ holds: @escaping (State) -> Bool) {
    checkName(name, among: goals)
    goals.append(Condition(name: name, holds: holds))
  }

  /// Requires that some run reaches such a state; otherwise, the simulation could pass by never
  /// getting there.
  ///
  /// ```swift
  /// world.reached("a change that is not saved") { !$0.isSaved }
  /// ```
  public mutating func reached(_ name: String, _ holds: @escaping (State) -> Bool) {
    checkName(name, among: landmarks)
    landmarks.append(Condition(name: name, holds: holds))
  }

  /// Guides the search toward large values of a number: every second run continues from a run in
  /// which the number was the largest so far.
  ///
  /// Use it for failures that need many right moves in a row, such as the digits of a code:
  ///
  /// ```swift
  /// world.target { $0.rightDigits }
  /// ```
  public mutating func target(_ number: @escaping (State) -> Int) { targets.append(number) }

  private mutating func checkName(_ name: String, among others: [Condition]) {
    if others.contains(where: { $0.name == name }) {
      report("Two conditions are named \"\(name)\". Give each its own name.")
    }
  }
}
