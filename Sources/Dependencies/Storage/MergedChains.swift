/// Chains that were merged with one chain, so that values created from them are created once.
///
/// The newer chain owns them: usually it goes first, and what the older one was kept for may be
/// owned by an override of the newer.
final class MergedChains: Sendable {
  private struct Merge {
    weak var older: Entry?
    let merged: Entry
  }

  private let merges = Locked<[Merge]>([])

  func chain(over older: Entry, make: () -> Entry) -> Entry {
    if let existing = existing(over: older) { return existing }
    // Outside of the lock: what is released below, and by others meanwhile, may be of the user.
    let new = make()
    let (chain, unused) = merges.withLock { merges in
      if let merge = merges.first(where: { $0.older === older }) { return (merge.merged, [new]) }
      let unused = merges.filter { $0.older == nil }.map(\.merged)
      merges.removeAll { $0.older == nil }
      merges.append(Merge(older: older, merged: new))
      return (new, unused)
    }
    withExtendedLifetime(unused) {}
    return chain
  }

  private func existing(over older: Entry) -> Entry? {
    merges.withLock { merges in merges.first { $0.older === older }?.merged }
  }
}
