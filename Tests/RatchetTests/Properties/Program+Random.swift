import TestSupport

extension Program {
  /// Makes programs at random.
  struct Generator {
    private var random: SeededRandom
    /// Whether effects may cancel one another, so that the outcome depends on who comes first.
    private let hasRaces: Bool
    private var operations = 0

    init(seed: UInt64, hasRaces: Bool) {
      random = SeededRandom(seed)
      self.hasRaces = hasRaces
    }

    /// Commands send the actions 0 to 3, effects those from 10 on, each only higher ones.
    mutating func program() -> Program {
      var program = Program()
      for action in 0..<4 {
        program.reactions[action] = reaction(above: 9, mayCancel: true)
      }
      for action in 10..<15 where random.chance(60) {
        program.reactions[action] = reaction(above: action, mayCancel: hasRaces)
      }
      program.commands = (0..<(2 + random.number(below: 6))).map { _ in command() }
      return program
    }

    private mutating func command() -> Command {
      switch random.number(below: 11) {
      case 0...5: .send(random.number(below: 4))
      case 6...8: .open(gate: random.number(below: Program.gates.count))
      case 9: .remove
      default: .cancel(send: random.number(below: 3))
      }
    }

    private mutating func reaction(above action: Int, mayCancel: Bool) -> Reaction {
      var reaction = Reaction()
      if hasRaces, random.chance(20) { reaction.sends = [laterAction(than: action)] }
      reaction.effect = plan(above: action, depth: 3, mayCancel: mayCancel)
      return reaction
    }

    private mutating func plan(above action: Int, depth: Int, mayCancel: Bool) -> Plan {
      let kind = random.number(below: depth > 0 ? 12 : 6)
      switch kind {
      case 0, 1: return .send(laterAction(than: action))
      case 2...4: return .run(operation(above: action))
      case 5: return mayCancel ? .cancel(id: random.number(below: 2)) : .none
      case 6, 7:
        return .merge(plans(above: action, depth: depth, mayCancel: mayCancel))
      case 8, 9:
        return .concatenate(plans(above: action, depth: depth, mayCancel: mayCancel && hasRaces))
      default:
        let cancelInFlight = mayCancel && random.chance(50)
        let plan = plan(above: action, depth: depth - 1, mayCancel: mayCancel)
        return .cancellable(plan, id: random.number(below: 2), cancelInFlight: cancelInFlight)
      }
    }

    private mutating func plans(above action: Int, depth: Int, mayCancel: Bool) -> [Plan] {
      (0..<(1 + random.number(below: 3))).map { _ in
        plan(above: action, depth: depth - 1, mayCancel: mayCancel)
      }
    }

    private mutating func operation(above action: Int) -> Operation {
      operations += 1
      let steps = (0..<random.number(below: 5)).map { _ in step(above: action) }
      return Operation(
        number: operations, steps: steps, heedsCancellation: random.chance(60),
        handler: random.chance(50) ? laterAction(than: action) : nil)
    }

    private mutating func step(above action: Int) -> Operation.Step {
      switch random.number(below: 10) {
      case 0...4: .send(laterAction(than: action))
      case 5...8: .wait(gate: random.number(below: Program.gates.count))
      default: .fail
      }
    }

    private mutating func laterAction(than action: Int) -> Int {
      action + 1 + random.number(below: 3)
    }
  }

  /// The program of a seed, for a store whose effects may race.
  static func random(seed: UInt64) -> Program {
    var generator = Generator(seed: seed, hasRaces: true)
    return generator.program()
  }

  /// The program of a seed whose outcome does not depend on the order in which effects go on.
  static func randomWithoutRaces(seed: UInt64) -> Program {
    var generator = Generator(seed: seed, hasRaces: false)
    return generator.program()
  }
}
