extension EffectRegistry {
  /// The effects that can still send, in the order in which they were returned.
  package var live: [RunningEffect] {
    tables.ledger.liveEffects.compactMap { tables.effects[$0] }
  }

  package func isLive(_ effect: RunningEffect) -> Bool {
    tables.ledger.isLive(effect.node)
  }

  package func describe(_ effect: RunningEffect) -> EffectDescription {
    EffectDescription(
      id: tables.ledger.serial(of: effect.node),
      name: effect.name,
      origin: effect.origin,
      ids: tables.ledger.ids(of: effect.node).map(\.description),
      path: tables.ledger.path(of: effect.node).map(\.description).joined(separator: "."),
      startedBy: ValueLine.text(effect.cause)
    )
  }
}
