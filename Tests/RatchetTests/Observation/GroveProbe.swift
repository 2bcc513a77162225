import RatchetTesting
import TestSupport

/// Something to read of a tree: through scoped stores, or from the state as the model.
///
/// What is read is a list of all that an observer of it sees, so it differs exactly if the observer
/// has to be told.
struct GroveProbe {
  enum Member: CaseIterable {
    case n, flag, text, items, leaf, leafState, detail, detailIsThere, first, secondIsThere, ids
  }

  var path: [Int]
  var member: Member

  static func random(_ random: inout SeededRandom) -> GroveProbe {
    GroveProbe(
      path: (0..<random.number(below: 3)).map { _ in random.number(below: 4) },
      member: random.element(of: Member.allCases))
  }

  @MainActor func read(_ root: StoreOf<Grove>) -> [String] {
    var facts: [String] = []
    var store = root
    for id in path {
      let rows = store.rowStores
      facts.append("\(Array(rows.ids))")
      guard let row = rows[id: id] else { return facts }
      store = row
    }
    return facts + read(member, store)
  }

  @MainActor private func read(_ member: Member, _ store: StoreOf<Grove>) -> [String] {
    switch member {
    case .n: ["\(store.n)"]
    case .flag: ["\(store.flag)"]
    case .text: [store.text]
    case .items: ["\(store.items)"]
    case .leaf: ["\(store.leafStore.n)"]
    case .leafState: ["\(store.leafStore.state)"]
    case .detail: store.detailStore.map { ["\($0.id) \($0.n)"] } ?? []
    case .detailIsThere: store.detailStore.map { ["\($0.id)"] } ?? []
    case .first: store.pageStore.firstStore.map { ["\($0.n)"] } ?? []
    case .secondIsThere: store.pageStore.secondStore.map { _ in ["there"] } ?? []
    case .ids: ["\(Array(store.rowStores.ids))"]
    }
  }

  func read(_ root: Grove.State) -> [String] {
    var facts: [String] = []
    var state = root
    for id in path {
      facts.append("\(Array(state.rows.ids))")
      guard let row = state.rows[id: id] else { return facts }
      state = row
    }
    return facts + read(member, state)
  }

  private func read(_ member: Member, _ state: Grove.State) -> [String] {
    switch member {
    case .n: return ["\(state.n)"]
    case .flag: return ["\(state.flag)"]
    case .text: return [state.text]
    case .items: return ["\(state.items)"]
    case .leaf: return ["\(state.leaf.n)"]
    case .leafState: return ["\(state.leaf)"]
    case .detail: return state.detail.map { ["\($0.id) \($0.n)"] } ?? []
    case .detailIsThere: return state.detail.map { ["\($0.id)"] } ?? []
    case .first:
      guard case .first(let leaf) = state.page else { return [] }
      return ["\(leaf.n)"]
    case .secondIsThere:
      guard case .second = state.page else { return [] }
      return ["there"]
    case .ids: return ["\(Array(state.rows.ids))"]
    }
  }
}

extension StoreOf<Grove> {
  var rowStores: ScopedStores<Int, Grove.State, Grove.Action> {
    scope(state: \.rows, action: Grove.Action.row)
  }

  var leafStore: Store<Grove.Leaf, Grove.LeafAction> {
    scope(state: \.leaf, action: Grove.Action.leaf)
  }

  var detailStore: Store<Grove.Leaf, Grove.LeafAction>? {
    scope(state: \.detail, action: Grove.Action.detail)
  }

  var pageStore: Store<Grove.Page, Grove.LeafAction> {
    scope(state: \.page, action: Grove.Action.page)
  }
}

extension Store<Grove.Page, Grove.LeafAction> {
  var firstStore: Store<Grove.Leaf, Grove.LeafAction>? {
    scope(state: Grove.Page.first, action: { $0 })
  }

  var secondStore: Store<Grove.Leaf, Grove.LeafAction>? {
    scope(state: Grove.Page.second, action: { $0 })
  }
}
