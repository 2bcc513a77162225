/// The chains merged with one chain, kept so that values created from them are created once.
///
/// The newer chain owns them: it is usually released first, and one of its overrides may own the
/// object for which the older one was kept.
final class MergedChains: Sendable {
  private struct Merge {
    weak var older: Entry?
    let merged: Entry
  }

  private let merges = Locked<[Merge]>([])

  func chain(over older: Entry, make: () -> Entry) -> Entry {
    if let existing = existing(over: older) { return existing }
    // Outside the lock: values released below, or by others meanwhile, may run user code.
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
