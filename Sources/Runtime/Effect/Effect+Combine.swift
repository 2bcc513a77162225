extension Effect {
  /// An effect that runs several effects at the same time, starting them in order.
  ///
  /// ```swift
  /// return .merge(.cancel(id: CancelID.search), .run { _ in await history.clear() })
  /// ```
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// An effect that runs a sequence of effects at the same time, starting them in order.
  ///
  /// Takes time for each of them. A loop that merges one after the other takes their square.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let trees: [EffectTree] = effects.flatMap { $0.isNone ? [] : $0.tree.merged }
    return trees.count > 1 ? Self(.merge(trees)) : Self(trees.first ?? .none)
  }

  /// An effect that runs several effects one after the other.
  ///
  /// ```swift
  /// return .concatenate(.run { _ in try await draft.save() }, .send(.saved))
  /// ```
  ///
  /// Each starts once the one before has ended and all that it sent has been reduced; it does not
  /// wait for the effects of those actions. Cancelling the running effect skips only that one. To
  /// cancel the rest as well, give the whole an id with ``cancellable(id:cancelInFlight:)``.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// An effect that runs a sequence of effects one after the other.
  ///
  /// Takes time for each of them. A loop that adds one after the other takes their square.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let trees: [EffectTree] = effects.flatMap { $0.isNone ? [] : $0.tree.concatenated }
    return trees.count > 1 ? Self(.concatenate(trees)) : Self(trees.first ?? .none)
  }

  @inlinable package var isNone: Bool { work == nil }

  /// This effect and another, started in order and running at the same time.
  @inlinable @inline(__always)
  package func merged(with other: Self) -> Self {
    guard let work else { return other }
    guard let otherWork = other.work else { return self }
    return Self(work.merged(with: otherWork))
  }
}

extension EffectWork {
  @usableFromInline func merged(with other: EffectWork) -> EffectWork {
    EffectWork(tree: .merge(tree.merged + other.tree.merged))
  }
}
