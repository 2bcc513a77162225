import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeWizard.md`.

@Suite("The recipe for a wizard")
struct WizardTests {
  struct Address: Reducer {
    struct State: Equatable { var street = "", city = "" }
    enum Action: Equatable { case form(FieldChange<State>) }

    var body: some ReducerOf<Self> { Fields(action: Action.form) }
  }

  struct Delivery: Reducer {
    enum Speed { case standard, express }
    struct State: Equatable { var speed: Speed? }
    enum Action: Equatable { case form(FieldChange<State>) }

    var body: some ReducerOf<Self> { Fields(action: Action.form) }
  }

  struct Order: Equatable, Sendable { let address: Address.State, speed: Delivery.Speed }

  struct Checkout: Reducer {
    enum Step: Int { case address, delivery, summary }
    struct State: Equatable {
      var step: Step = .address
      var address = Address.State()
      var delivery = Delivery.State()

      var canContinue: Bool {
        let isAddressComplete = !address.street.isEmpty && !address.city.isEmpty
        return isAddressComplete && (step == .address || delivery.speed != nil)
      }
    }

    enum Action: Equatable {
      case address(Address.Action), delivery(Delivery.Action)
      case nextTapped, backTapped
      /// For the parent, which closes the wizard.
      case finished(Order)
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Scope(state: \.address, action: Action.address) { Address() }
      Scope(state: \.delivery, action: Action.delivery) { Delivery() }
      Reduce { state, action in
        switch action {
        case .nextTapped where state.canContinue: return move(by: 1, &state)
        case .backTapped: return move(by: -1, &state)
        case .nextTapped, .address, .delivery, .finished: break
        }
        return .none
      }
    }

    private func move(by steps: Int, _ state: inout State) -> Effect<Action> {
      if let step = Step(rawValue: state.step.rawValue + steps) {
        state.step = step
        return .none
      }
      guard steps > 0, let speed = state.delivery.speed else {
        return .run { _ in await dismiss() }
      }
      return .send(.finished(Order(address: state.address, speed: speed)))
    }
  }

  struct Shop: Reducer {
    struct State: Equatable { var checkout: Checkout.State?, orders: [Order] = [] }
    enum Action: Equatable { case checkoutTapped, checkout(PresentationAction<Checkout.Action>) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .checkoutTapped: state.checkout = Checkout.State()
        case .checkout(.presented(.finished(let order))):
          state = State(orders: state.orders + [order])
        case .checkout: break
        }
        return .none
      }
      .ifLet(\.checkout, action: Action.checkout) { Checkout() }
    }
  }

  @Test @MainActor func backKeepsWhatWasEntered() async {
    let store = TestStore(initialState: Checkout.State()) { Checkout() }
    await store.send(.nextTapped)
    await store.send(.address(.form(.set(\.street, "Main Street 1")))) {
      $0.address.street = "Main Street 1"
    }
    await store.send(.address(.form(.set(\.city, "Bern")))) { $0.address.city = "Bern" }
    await store.send(.nextTapped) { $0.step = .delivery }
    await store.send(.nextTapped)
    await store.send(.delivery(.form(.set(\.speed, .express)))) { $0.delivery.speed = .express }
    await store.send(.backTapped) { $0.step = .address }
    await store.send(.nextTapped) { $0.step = .delivery }
    await store.send(.nextTapped) { $0.step = .summary }
    await store.send(.nextTapped)
    await store.receive(.finished(Order(address: store.state.address, speed: .express)))
  }

  @Test @MainActor func parentGetsTheOrder() async {
    let address = Address.State(street: "Main Street 1", city: "Bern")
    let summary = Checkout.State(
      step: .summary, address: address, delivery: Delivery.State(speed: .standard))
    let store = TestStore(initialState: Shop.State(checkout: summary)) { Shop() }
    await store.send(.checkout(.presented(.nextTapped)))
    await store.receive(Shop.Action.checkout) {
      $0 = Shop.State(orders: [Order(address: address, speed: .standard)])
    }
    await store.send(.checkoutTapped) { $0.checkout = Checkout.State() }
    await store.send(.checkout(.presented(.backTapped)))
    await store.receive(.checkout(.dismiss)) { $0.checkout = nil }
  }
}
