import Observation

/// Watches a part of a state for the observers that have read it, and notifies them of a change.
///
/// A tracked read *arms* the watch: it keeps the current value and waits. At the end of a batch
/// (when no action is queued and no effect is pending), its node (`StateNode`) *sweeps*: checks
/// whether the value has changed. If so, the watch is disarmed and then *announced*: its observers
/// are notified. This base class does not compare, so each batch counts as a change; subclasses
/// compare.
///
/// Used by its node, which owns it, and whose registrar notifies the observers. Owns, in
/// subclasses, the kept value. Do not announce it during a sweep: an observer must find everything
/// up to date.
class Watch: Dependent {
  /// The name (a key path of `TrackingProbe`) under which observers read now; swapped with
  /// `otherName` before each announcement.
  ///
  /// The announcement notifies the observers that read under the old name. Another announcement may
  /// have come first and made an observer read this part again: that read was under the new name,
  /// so the observer is not notified of a value that it has already seen.
  private(set) final var name = TrackingProbe.name(0)
  /// After the sweep that found a change, the name under which observers read before it.
  private var otherName = TrackingProbe.name(0)

  /// Takes the two names of its slot (its position in the node's table), which no other watch of
  /// the node has at that time.
  final func takeNames() {
    name = TrackingProbe.name(2 * slot)
    otherName = TrackingProbe.name(2 * slot + 1)
  }

  /// Records a read by an observer; returns the resulting phase.
  ///
  /// `idle`: no observer waits. `waiting`: the next sweep compares. `due`: it reports a
  /// change in any case.
  final func read(in node: StateNode) -> DependentTable.Phase {
    let phase = node.dependents.phase(of: self)
    if phase == .idle { return arm(in: node) }
    // In the middle of a batch, this observer may see another value than an earlier one.
    if phase == .waiting, !node.isOutsideBatch, hasChanged(in: node) {
      node.dependents.setPhase(.due, of: self)
      return .due
    }
    return phase
  }

  /// Keeps the current value and starts to wait for a change; returns the resulting phase.
  private func arm(in node: StateNode) -> DependentTable.Phase {
    let phase = keep(from: node) ? DependentTable.Phase.waiting : .due
    node.dependents.setPhase(phase, of: self)
    return phase
  }

  /// Checks whether the value has changed; if so, disarms the watch and adds it to the list of
  /// those to be announced.
  final override func sweep(in node: StateNode, into changes: inout Changes) {
    if hasEnded {
      node.dependents.setPhase(.idle, of: self)
      return forget(in: node)
    }
    // An earlier comparison in this sweep may have called user code that disarmed this watch.
    let phase = node.dependents.phase(of: self)
    guard phase == .due || phase == .waiting && hasChanged(in: node) else { return }
    // Every changed watch swaps its names during the sweep, before the first is announced.
    swap(&name, &otherName)
    node.dependents.setPhase(.idle, of: self)
    forget(in: node)
    changes.append((node, self))
  }

  /// Notifies the observers that wait, after the sweep that has found the change.
  func announce(in node: StateNode) {
    node.registrar.withMutation(of: TrackingProbe.shared, keyPath: otherName) {}
  }

  // MARK: - For subclasses

  /// Whether no observer can be left, so that the watch need not compare any more.
  var hasEnded: Bool { false }

  /// Keeps the current value; returns false if values of its type cannot be compared.
  func keep(from node: StateNode) -> Bool { false }

  /// Whether the current value differs from the kept one.
  func hasChanged(in node: StateNode) -> Bool { false }

  /// Forgets the kept value: moves it to the pool of the node, which releases it later.
  func forget(in node: StateNode) {}
}
