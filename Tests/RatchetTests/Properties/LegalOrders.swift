extension Program {
  enum Verdict { case possible, impossible, unknown }

  /// Without what is sent while a reducer runs, which a test store cannot be sent.
  var withoutSendsWhileReducing: Program {
    var program = self
    program.reactions = reactions.mapValues { Reaction(effect: $0.effect) }
    return program
  }

  /// Whether a store can reduce actions in an order: whether the model does, for some choice of
  /// which operation goes on first whenever several could.
  ///
  /// Tries choices in turn; where an order goes wrong, the last choice before that point is
  /// changed.
  ///
  /// - Parameters:
  ///   - log: The order.
  ///   - mayDelay: Whether operations that are ready may go on after the next command only.
  /// - Returns: The verdict; unknown if there are too many choices.
  func verdict(on log: [Int], mayDelay: Bool) -> Verdict {
    var choices: [Choice] = []
    for _ in 0..<200 {
      let (reached, made) = runOnModel(choices, mayDelay)
      if reached == log { return .possible }
      let agreed = zip(reached, log).prefix { $0 == $1 }.count
      choices = made.filter { $0.logged <= agreed }
      while let last = choices.last, last.taken + 1 == last.options { choices.removeLast() }
      if choices.isEmpty { return .impossible }
      choices[choices.count - 1].taken += 1
    }
    return .unknown
  }

  private struct Choice {
    var taken: Int
    let options: Int
    /// How many actions had been reduced when it was made.
    let logged: Int
  }

  private func runOnModel(_ given: [Choice], _ mayDelay: Bool) -> (log: [Int], made: [Choice]) {
    let model = ProgramModel(self)
    var made: [Choice] = []
    model.choose = { [unowned model] ready in
      // In the end everything goes on.
      let options = mayDelay && !model.isLastCommand ? ready + 1 : ready
      let taken = given.indices.contains(made.count) ? given[made.count].taken : 0
      made.append(Choice(taken: taken, options: options, logged: model.log.count))
      return taken
    }
    model.run()
    return (model.log, made)
  }
}
