/// Keeps the results of merging one chain of overrides with older chains, so that a value created
/// under a merged chain is created once.
///
/// An object keeps the chain under which it was made (the older chain); a read by the object merges
/// the chain in force (the newer chain) with it. The newer chain owns the results: it is usually
/// released first, and one of its overrides may own the object that keeps the older chain.
final class MergedChains: Sendable {
  private struct Merge {
    weak var older: Entry?
    let merged: Entry
  }

  private let merges = Locked<[Merge]>([])

  /// Returns the result of merging with an older chain; calls `make` if there is none yet.
  func chain(over older: Entry, make: () -> Entry) -> Entry {
    if let existing = existing(over: older) { return existing }
    // Merges and releases outside the lock, because a `deinit` of a released value may run user
    // code.
    let new = make()
    let (chain, unused) = merges.withLock { merges in
      if let merge = merges.first(where: { $0.older === older }) { return (merge.merged, [new]) }
      let unused = merges.filter { $0.older == nil }.map(\.merged)
      merges.removeAll { $0.older == nil }
      merges.append(Merge(older: older, merged: new))
      return (new, unused)
    }
    extendLifetime(unused)
    return chain
  }

  private func existing(over older: Entry) -> Entry? {
    merges.withLock { merges in merges.first { $0.older === older }?.merged }
  }
}
