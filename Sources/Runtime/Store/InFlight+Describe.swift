extension InFlight {
  /// The effects that can still send, in the order in which they were returned.
  package var live: [RunningEffect] {
    ledger.liveEffects.compactMap { effects[$0] }
  }

  package func isLive(_ effect: RunningEffect) -> Bool {
    ledger.isLive(effect.node)
  }

  package func describe(_ effect: RunningEffect) -> EffectDescription {
    EffectDescription(
      id: ledger.serial(of: effect.node),
      name: effect.leaf.name,
      origin: effect.leaf.origin,
      ids: ledger.ids(of: effect.node).map(\.description),
      path: ledger.path(of: effect.node).map(\.description).joined(separator: "."),
      startedBy: "\(effect.cause)"
    )
  }
}
