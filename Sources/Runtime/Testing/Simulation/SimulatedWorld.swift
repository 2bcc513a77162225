public import RatchetDependencies

/// What happens around a feature in a simulation, and what must hold whatever happens.
public struct SimulatedWorld<State, Action: Sendable> {
  /// What may happen next.
  enum Move {
    case send((State, Draw) -> Action?)
    case advance(limit: Duration)
  }

  /// Something that must hold.
  struct Condition {
    let name: String
    let holds: (State) -> Bool
  }

  private(set) var moves: [(weight: Int, move: Move)] = []
  private(set) var updates: [(inout DependencyValues, Draw) -> Void] = []
  private(set) var invariants: [Condition] = []
  private(set) var goals: [Condition] = []
  /// What is wrong with the description; the first counts.
  private(set) var problem: String?

  /// Lets somebody send an action.
  ///
  /// ```swift
  /// world.send { state, draw in draw.element(of: state.rows).map { .remove($0.id) } }
  /// ```
  ///
  /// - Parameters:
  ///   - weight: How often, compared with the other moves: from 1 to 1,000,000.
  ///   - action: Makes the action for the current state; `nil` if none can be sent now.
  public mutating func send(weight: Int = 1, _ action: @escaping (State, Draw) -> Action?) {
    add(.send(action), weight)
  }

  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - weight: How often, compared with the other moves: from 1 to 1,000,000.
  ///   - limit: How much, at most, in one move: one millisecond or more, in whole milliseconds.
  public mutating func advance(weight: Int = 1, upTo limit: Duration) {
    if limit < .milliseconds(1) {
      report(
        """
        'advance(upTo:)' was given \(limit), which lets no time pass. Give it a millisecond or \
        more.
        """
      )
    }
    add(.advance(limit: limit), weight)
  }

  private mutating func add(_ move: Move, _ weight: Int) {
    if !(1...1_000_000).contains(weight) {
      report(
        """
        A move has the weight \(weight). A weight is from 1 to 1,000,000; leave out a move that is \
        never to be made.
        """
      )
    }
    moves.append((weight, move))
  }

  private mutating func report(_ problem: String) {
    if self.problem == nil { self.problem = "The world of the simulation is not right: \(problem)" }
  }

  /// Changes dependencies, as `withDependencies` of a test store does; the values may draw.
  ///
  /// ```swift
  /// world.dependencies { values, draw in
  ///   values[API.self].save = { _ in if draw.chance(0.2) { throw Timeout() } }
  /// }
  /// ```
  public mutating func dependencies(
    _ update: @escaping (inout DependencyValues, Draw) -> Void
  ) {
    updates.append(update)
  }

  /// States an invariant, which is looked at in the initial state and after each action.
  public mutating func always(_ name: String, _ holds: @escaping (State) -> Bool) {
    invariants.append(Condition(name: name, holds: holds))
  }

  /// States what is so when all is at rest: nobody sends anything any more, faults have stopped,
  /// and what effects had left to do is done.
  ///
  /// Time passes as long as an effect sleeps. An effect that never ends sleeping, such as a timer,
  /// has a thousand wake-ups.
  public mutating func eventually(_ name: String, _ holds: @escaping (State) -> Bool) {
    goals.append(Condition(name: name, holds: holds))
  }
}
