import Observation

/// Watches something in a state on behalf of observers.
///
/// Used by its node, which owns it, and whose registrar notifies the observers: a read arms it, and
/// it is disarmed before it is announced. This base class does not compare, so every batch counts
/// as a change; subclasses compare. Must not be announced while changes are being looked for.
class Watch: Dependent {
  /// Its names in the registrar, now and after the next announcement: an observer that is notified
  /// of something else first, and reads this one anew, must not be notified again of what it has
  /// already seen.
  private(set) final var name = TrackingProbe.name(0)
  private var otherName = TrackingProbe.name(0)

  /// Takes the names of its slot, which no other watch of the node has at that time.
  final func takeNames() {
    name = TrackingProbe.name(2 * slot)
    otherName = TrackingProbe.name(2 * slot + 1)
  }

  /// Records a read by an observer; returns the resulting phase.
  final func read(in node: StateNode) -> DependentTable.Phase {
    let phase = node.dependents.phase(of: self)
    if phase == .idle { return arm(in: node) }
    if phase == .waiting, !node.isOutsideBatch, hasChanged(in: node) {
      node.dependents.setPhase(.due, of: self)
      return .due
    }
    return phase
  }

  /// Starts to wait for a change of the current value; returns the resulting phase.
  private func arm(in node: StateNode) -> DependentTable.Phase {
    let phase = keep(from: node) ? DependentTable.Phase.waiting : .due
    node.dependents.setPhase(phase, of: self)
    return phase
  }

  /// Disarms this and adds it to a list if it is to be announced.
  final override func sweep(in node: StateNode, into changes: inout Changes) {
    if hasEnded {
      node.dependents.setPhase(.idle, of: self)
      return forget(in: node)
    }
    // It may have been disarmed during a sweep.
    let phase = node.dependents.phase(of: self)
    guard phase == .due || phase == .waiting && hasChanged(in: node) else { return }
    // All of them, before the first one is announced.
    swap(&name, &otherName)
    node.dependents.setPhase(.idle, of: self)
    forget(in: node)
    changes.append((node, self))
  }

  /// Notifies those who wait, once the state has changed.
  func announce(in node: StateNode) {
    node.registrar.withMutation(of: TrackingProbe.shared, keyPath: otherName) {}
  }

  // MARK: - For subclasses

  /// Whether nothing can wait for it any more.
  var hasEnded: Bool { false }

  /// Keeps the current value; returns false if it cannot be compared.
  func keep(from node: StateNode) -> Bool { false }

  /// Whether the current value differs from the kept one.
  func hasChanged(in node: StateNode) -> Bool { false }

  /// Moves the kept value to the pool of the node.
  func forget(in node: StateNode) {}
}
