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
  /// Takes time in proportion to the number of effects. A loop that merges them one by one takes
  /// time in proportion to the square of that number.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    // A merge among the effects is replaced by its parts, so the tree stays flat.
    let trees: [EffectTree] = effects.flatMap { $0.isNone ? [] : $0.tree.merged }
    return trees.count > 1 ? Self(.merge(trees)) : Self(trees.first ?? .none)
  }

  /// An effect that runs several effects one after the other.
  ///
  /// ```swift
  /// return .concatenate(.run { _ in try await draft.save() }, .send(.saved))
  /// ```
  ///
  /// Each effect starts once the previous one has ended and all actions that it sent have been
  /// reduced; it does not wait for the effects of those actions. All of them are in flight from the
  /// beginning, so a cancel also reaches those that wait. Cancelling one of them skips only that
  /// effect. To cancel the rest as well, give the concatenation an id with
  /// ``cancellable(id:cancelInFlight:)``.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// An effect that runs a sequence of effects one after the other.
  ///
  /// Takes time in proportion to the number of effects. A loop that adds them one by one takes time
  /// in proportion to the square of that number.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let trees: [EffectTree] = effects.flatMap { $0.isNone ? [] : $0.tree.concatenated }
    return trees.count > 1 ? Self(.concatenate(trees)) : Self(trees.first ?? .none)
  }

  /// Whether this effect certainly has nothing to do.
  @inlinable package var isNone: Bool { work == nil }

  /// This effect and another, started in order and running at the same time; used by operators.
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
