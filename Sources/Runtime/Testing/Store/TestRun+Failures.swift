import Ratchet

// Writes the failures of a test store: which actions, effects, and time a step has left, and what
// the test can do about it. An action is *parked* from the time when an effect sends it until the
// test receives it. An *orphaned* task outlives the effect that started it.
extension TestRun {
  /// Whether nothing except subscriptions is in flight, no action and no change is unreceived, and
  /// no time is pending.
  var isAtRest: Bool {
    core.registry.hasFinished && inbox.isEmpty && changes.isEmpty && pendingTime == .zero
  }

  /// The failure of `receive` when no parked action is the expected one, or when the test must
  /// receive another one first.
  func failure(toReceive expectation: Expectation<Action>) -> String {
    // The parked actions and the state provide sample values for those that the test leaves open.
    let expected = expectation.description(
      inbox.parked.map(action(of:)) + [core.state], text)
    if inbox.isEmpty {
      return """
        Expected to receive \(expected), but no action was sent. \
        \(inFlightList.text)\(toSendText(inFlightList))\(skippedText)
        """
    }
    let first = inbox.blocking.map { text($0.value) } ?? ""
    // The expected action is parked, too, but another one must be received before it.
    let isBlocked = inbox.parked.contains { expectation.matches(action(of: $0)) }
    let order =
      isBlocked
      ? "\n\n'\(first)' must be received first: a store reduces it before anything else." : ""
    return """
      Expected to receive \(expected), but the unreceived actions are:

      \(inbox.parked.map { parkedText($0) }.bulleted)\(order)\
      \(differenceText(to: expectation))\(isBlocked ? "" : stillOutsideText)\(skippedText)
      """
  }

  /// Says that actions have been skipped (reduced without being received): the expected one may be
  /// among them.
  private var skippedText: String {
    if skippedCount == 0 { return "" }
    let subject = skippedCount == 1 ? "1 action was" : "\(skippedCount) actions were"
    let reason =
      exhaustivity.assertsActions
      ? "by 'skipReceivedActions' or because exhaustivity was off"
      : "because exhaustivity is off"
    let limit = limits.lateActions
    let late = skippedCount > limit ? " Only the last \(limit) are kept (limit 'lateActions')." : ""
    return "\n\n\(subject) already reduced without being received, \(reason).\(late)"
  }

  /// How a parked action of the expected case differs from the expected action, or why none can be
  /// compared with it.
  private func differenceText(to expectation: Expectation<Action>) -> String {
    let obstacles = inbox.parked.lazy.map(action(of:)).compactMap(expectation.obstacle)
    if let obstacle = obstacles.first { return "\n\n\(obstacle)" }
    guard let expected = expectation.action, let reflection = CaseReflection(expected),
      let actual = inbox.parked.lazy.map(action(of:)).first(where: {
        CaseReflection($0)?.isSameCase(as: reflection) == true && !expectation.matches($0)
      }), let difference = Difference.text(from: expected, to: actual)
    else { return "" }
    return "\n\nThe same case with a different payload:\n\n\(difference)\n\n(- expected, + sent)"
  }

  /// The failure of `TestStoreTask.finish` when something is left of a cascade, which is all that
  /// follows from one action.
  func failure(toFinish cascade: Cascade) -> String {
    let parked = inbox.parked.filter { $0.effect.cascade === cascade }
    let parts = [
      "The effects of the action have not ended.",
      unreceivedText(parked), inFlightText(hasWaited: true),
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  /// Describes what is left at the end of a test, if anything; `hasWaited` says whether the test
  /// has given events from outside a last chance to arrive.
  func leftoverText(hasWaited: Bool = false) -> String? {
    // Most tests leave nothing; without this check, each of them would take time for the rest.
    if isAtRest, clock.sleeperCount == 0 { return nil }
    var parts: [String] = []
    if let text = unreceivedText(inbox.parked) { parts.append(text) }
    if let text = unreceivedChangesText { parts.append(text) }
    if let text = inFlightText(hasWaited: hasWaited) { parts.append(text) }
    if !sleepers.isEmpty {
      parts.append(
        """
        Asleep on the store's clock:

        \(sleepers.bulleted)\(passedOrphansText)

        To fix this, advance the clock, or await in the operation the tasks that it starts.
        """)
    }
    if pendingTime > .zero {
      parts.append(
        "\(pendingTime) of advanced time is still pending: unreceived actions stop the clock.")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// The tasks that sleep on the clock and are not part of an effect in flight: an effect has
  /// started and not awaited them, or they have no effect.
  private var sleepers: [String] {
    // `live` lists the effects that run, each with its lane, the executor of its tasks.
    clock.sleeping.filter { $0.lane.map { executor.live[$0.effect] == nil } ?? true }.map {
      let whose = $0.lane.map { "a task that \($0.label) started" } ?? "a task"
      return "\(whose): until \($0.deadline), in \($0.deadline - clock.now.offset)"
    }
  }

  /// Says that time has passed without an orphaned task that might have slept on the clock.
  private var passedOrphansText: String {
    if !hasPassedOrphans { return "" }
    return """


      Time has passed without a task that had neither slept nor ended within \
      \(limits.orphanPeriod) (limit 'orphanPeriod').
      """
  }

  /// Lists parked actions and says how to receive them; `nil` if there are none.
  func unreceivedText(_ actions: [ParkedAction]) -> String? {
    if actions.isEmpty { return nil }
    return """
      Actions were sent and not received:

      \(actions.map { parkedText($0) }.bulleted)

      To fix this, receive each of them with 'store.receive'.
      """
  }

  /// The text of an action that is reduced next, or is expected next: `ActionText` uses the state
  /// before the action.
  func text(_ action: Any) -> String { ActionText.text(action, before: core.state) }

  private func parkedText(_ parked: ParkedAction) -> String {
    "\(text(parked.value)), sent by \(core.registry.describe(parked.effect))"
  }

  /// Lists the effects that have not ended and says how they can end; `nil` if there is none, apart
  /// from those that end when their action is received.
  private func inFlightText(hasWaited: Bool) -> String? {
    let all = inFlightList.withoutSubscriptions
    // A schedule other than `inOrder` may have postponed effects that would otherwise have ended.
    let list = executor.isInOrder ? all : all.withoutPostponed
    if list.isEmpty { return nil }
    return "\(list.text)\(outsideText(list, hasWaited: hasWaited))\n\nTo fix this, let it end: "
      + "\(list.waysToEnd.alternatives)."
  }

  /// Says how the effects in flight can send the expected action.
  private func toSendText(_ list: InFlightList) -> String {
    if list.waysToSend.isEmpty { return "" }
    return outsideText(list, hasWaited: true)
      + "\n\nTo fix this, \(list.waysToSend.alternatives)."
  }

  /// Lists the effects that wait for something outside the store, which may be the reason why other
  /// actions were sent but the expected action was not.
  private var stillOutsideText: String {
    let list = InFlightList(entries: inFlightList.entries.filter(\.wait.isOutside))
    return list.isEmpty ? "" : "\n\n\(list.text)\(toSendText(list))"
  }

  /// Explains what it means that an effect waits for something outside the store, and for how long
  /// the step has waited.
  ///
  /// `hasWaited` says whether that was in real time. In a real-time window (`waiting(upTo:)`), the
  /// window's own text says how long.
  private func outsideText(_ list: InFlightList, hasWaited: Bool) -> String {
    let limit =
      hasWaited
      ? "within \(limits.gracePeriod) (limit 'gracePeriod')"
      : "in \(limits.quietTurns) turns of the main queue (limit 'quietTurns')"
    return list.cause(issues.realTimeWindow == nil ? limit : nil).map { "\n\n\($0)" } ?? ""
  }

  // MARK: - Effects in flight

  /// The effects in flight, each with what it waits for.
  ///
  /// Excludes an `Effect.send` whose action the test can receive: failures list the action instead.
  /// Excludes what the library itself subscribes to, unless it is held back and has to be
  /// explained.
  var inFlightList: InFlightList {
    let parked = Dictionary(grouping: inbox.parked) { ObjectIdentifier($0.effect) }
    let asleep = Dictionary(grouping: clock.sleeping) { $0.lane?.effect }
    return InFlightList(
      entries: core.registry.live.compactMap { effect in
        let id = ObjectIdentifier(effect)
        let sent = parked[id]?.map { text($0.value) } ?? []
        if effect.kind == .send, !sent.isEmpty { return nil }
        let description = core.registry.describe(effect)
        let wait =
          description.isWaiting
          ? .turn : wait(of: effect, sent: sent, until: asleep[id]?.first?.deadline)
        if effect.kind == .listen, wait.isOutside, !wait.isHeld { return nil }
        return InFlightList.Item(effect: description, wait: wait)
      })
  }

  /// What an effect waits for: `sent` are its parked actions, `deadline` is the end of its sleep.
  private func wait(
    of effect: RunningEffect, sent: [String], until deadline: Duration?
  ) -> EffectWait {
    if !sent.isEmpty { return .receive(sent) }
    if let deadline { return .clock(until: deadline, in: deadline - clock.now.offset) }
    // The executor lists an effect from its start to its end, and this effect has not ended.
    guard let live = executor.live[ObjectIdentifier(effect)] else {
      return .start(sent: effect.sentAction.map { ValueLine.text($0) })
    }
    // While an action is urgent, no job (a piece of an effect) runs until it has been received.
    if canStillRun(live.lane) { return inbox.isUrgent ? .earlierAction : .running }
    return .outside(isHeld: executor.jobs.heldCount(of: live.lane) > 0)
  }
}
