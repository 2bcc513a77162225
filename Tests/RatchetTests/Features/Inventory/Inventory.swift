import RatchetTesting

/// A list of items that presents one thing at a time: a form to add an item, one to edit an item,
/// or the question whether to delete one.
struct Inventory: Reducer {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var name = ""
    var count = 1
  }

  struct State: Equatable {
    var items: IdentifiedArrayOf<Item> = []
    var destination: Destination.State?
  }

  enum Action: Equatable, Sendable {
    case addTapped
    case itemTapped(Item.ID)
    case deleteTapped(Item.ID)
    case saveTapped
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        let id = (state.items.ids.max() ?? 0) + 1
        state.destination = .add(ItemForm.State(item: Item(id: id)))
      case .itemTapped(let id):
        state.destination = state.items[id: id].map { .edit(ItemForm.State(item: $0)) }
      case .deleteTapped(let id):
        state.destination = .confirmDeletion(id)
      case .saveTapped:
        if let item = state.destination?.form?.item { state.items.updateOrAppend(item) }
        state.destination = nil
      case .destination(.presented(.deletionConfirmed)):
        if case .confirmDeletion(let id) = state.destination { state.items.remove(id: id) }
        state.destination = nil
      case .destination: break
      }
      return .none
    }
    .ifLet(\.destination, action: Action.destination) { Destination() }
  }
}

extension Inventory {
  /// What is presented: a feature for each case that is more than a value.
  struct Destination: Reducer {
    enum State: Equatable, Sendable {
      case add(ItemForm.State)
      case edit(ItemForm.State)
      case confirmDeletion(Item.ID)

      var form: ItemForm.State? {
        switch self {
        case .add(let form), .edit(let form): form
        case .confirmDeletion: nil
        }
      }
    }

    enum Action: Equatable, Sendable {
      case add(ItemForm.Action)
      case edit(ItemForm.Action)
      case deletionConfirmed
    }

    var body: some ReducerOf<Self> {
      Scope(state: State.add, action: Action.add) { ItemForm() }
      Scope(state: State.edit, action: Action.edit) { ItemForm() }
    }
  }

  /// A draft of an item, whose name is looked up while it is typed.
  struct ItemForm: Reducer {
    struct State: Equatable, Sendable {
      var item: Item
      var suggestion: String?
    }

    enum Action: Equatable, Sendable {
      case nameChanged(String)
      case suggested(String)
      case cancelTapped
    }

    private enum CancelID { case suggestion }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .nameChanged(let name):
        state.item.name = name
        state.suggestion = nil
        return .run(name: "suggest") { send in await send(.suggested(name.capitalized)) }
          .debounce(id: CancelID.suggestion, for: .seconds(1))
      case .suggested(let name): state.suggestion = name
      case .cancelTapped: return .run { _ in await dismiss() }
      }
      return .none
    }
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
