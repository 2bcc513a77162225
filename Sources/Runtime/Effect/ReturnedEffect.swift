import RatchetDependencies

/// One effect of those that a reducer returned, for a test that compares them without running them.
///
/// Used by `expect(_:given:when:then:effects:)`, which runs a reducer once and has no store.
package struct ReturnedEffect: Sendable {
  package enum Work: Sendable {
    case run(name: String?)
    case send(any Sendable)
    case cancel(AnyID)
    /// A change of a shared value, and the storage in which a store would make it.
    case change(any AnySharedChange, SharedStorage)
    /// The text of a mistake that a store would report.
    case report(String)
  }

  package let work: Work
  /// The ids that cancel the effect, outermost first.
  package let ids: [AnyID]
}

extension EffectTree {
  /// Lists the leaves (single units of work) of the tree in the order in which a store registers
  /// them.
  ///
  /// Includes all parts of a concatenation. A debounced or throttled effect is listed as if it
  /// started without a delay.
  ///
  /// - Parameter action: The action that was reduced, for reports.
  /// - Returns: All leaves that do something.
  package func returnedEffects(by action: any Sendable) -> [ReturnedEffect] {
    effects(by: action, ids: [], path: [], in: DependencyValues.current.sharedStorage)
  }

  /// Lists the leaves; the other arguments describe what is around this tree: the cancel ids, the
  /// path of the feature, and the storage of shared values.
  private func effects(
    by action: any Sendable, ids: [AnyID], path: [PathComponent], in storage: SharedStorage
  ) -> [ReturnedEffect] {
    func effects(of tree: EffectTree, id: AnyID? = nil) -> [ReturnedEffect] {
      // As in a store, an id that equals the one directly around it is left out.
      let ids = id == nil || ids.last == id ? ids : ids + [id].compactMap { $0 }
      return tree.effects(by: action, ids: ids, path: path, in: storage)
    }
    switch self {
    case .none: return []
    case .leaf(let leaf):
      let work = leaf.sentAction.map { .send($0) } ?? ReturnedEffect.Work.run(name: leaf.name)
      return [ReturnedEffect(work: work, ids: ids)]
    case .cancel(let id): return [ReturnedEffect(work: .cancel(id), ids: [])]
    case .change(let change): return [ReturnedEffect(work: .change(change, storage), ids: ids)]
    case .absent(let child):
      let text = child.text(action: action, path: path + [child.component], sender: nil)
      return [ReturnedEffect(work: .report(text), ids: [])]
    case .merge(let trees), .concatenate(let trees): return trees.flatMap { effects(of: $0) }
    case .cancellable(let tree, let id, _): return effects(of: tree, id: id)
    case .timed(let tree, let timing): return effects(of: tree, id: timing.id)
    case .presented(let tree, _, _), .waiting(let tree, _): return effects(of: tree)
    case .scoped(let tree, let component):
      return tree.effects(by: action, ids: ids, path: path + [component], in: storage)
    case .dependent(let tree, let values):
      return tree.effects(by: action, ids: ids, path: path, in: values.sharedStorage)
    case .reducedByHand(let tree, let misuse):
      return [ReturnedEffect(work: .report(misuse.text(action)), ids: [])] + effects(of: tree)
    }
  }
}
