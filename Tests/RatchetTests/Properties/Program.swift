/// What a feature does for each action, and what is done to its store.
struct Program: Sendable, CustomStringConvertible {
  enum Command: Sendable {
    case send(Int)
    case open(gate: Int)
    /// Cancels the handle of the n-th send.
    case cancel(send: Int)
    /// Takes away the state of the feature, and puts a new one in its place.
    case remove
  }

  struct Reaction: Sendable {
    /// Actions that something called by the reducer sends.
    var sends: [Int] = []
    var effect = Plan.none
  }

  static let gates = 0..<3

  var reactions: [Int: Reaction] = [:]
  var commands: [Command] = []

  func reaction(to action: Int) -> Reaction {
    reactions[action] ?? Reaction()
  }

  var description: String {
    let reactions = reactions.sorted { $0.key < $1.key }.map { action, reaction in
      "  \(action): \(reaction.effect)"
        + (reaction.sends.isEmpty ? "" : " while reducing sends \(reaction.sends)")
    }
    return (["program:"] + reactions + commands.map { "  > \($0)" }).joined(separator: "\n")
  }
}
