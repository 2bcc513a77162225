import RatchetTesting

@MainActor @Suite("An inventory that presents one of several things")
struct InventoryTests {
  @Test("adds the item of its form")
  func add() async {
    let store = inventory()
    await store.send(.addTapped) { $0.destination = .add(Form(item: Item(id: 3))) }
    await store.send(.destination(.presented(.add(.nameChanged("lamp"))))) {
      $0.destination = .add(Form(item: Item(id: 3, name: "lamp")))
    }
    await store.advance(by: .seconds(1))
    await store.receive(.destination(.presented(.add(.suggested("Lamp"))))) {
      $0.destination = .add(Form(item: Item(id: 3, name: "lamp"), suggestion: "Lamp"))
    }
    await store.send(.saveTapped) {
      $0.items.append(Item(id: 3, name: "lamp"))
      $0.destination = nil
    }
  }

  @Test("edits an item, unless its form is cancelled")
  func edit() async {
    let store = inventory()
    await store.send(.itemTapped(1)) {
      $0.destination = .edit(Form(item: Item(id: 1, name: "chair")))
    }
    await store.send(.destination(.presented(.edit(.cancelTapped))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.itemTapped(1)) {
      $0.destination = .edit(Form(item: Item(id: 1, name: "chair")))
    }
    await store.send(.destination(.presented(.edit(.nameChanged("stool"))))) {
      $0.destination = .edit(Form(item: Item(id: 1, name: "stool")))
    }
    await store.send(.saveTapped) {
      $0.items[id: 1]?.name = "stool"
      $0.destination = nil
    }
  }

  @Test("deletes an item when that is confirmed")
  func delete() async {
    let store = inventory()
    await store.send(.deleteTapped(2)) { $0.destination = .confirmDeletion(2) }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.deleteTapped(2)) { $0.destination = .confirmDeletion(2) }
    await store.send(.destination(.presented(.deletionConfirmed))) {
      $0.items.remove(id: 2)
      $0.destination = nil
    }
  }

  @Test("ends what a form was looking up when something else is presented, or nothing")
  func presentedInItsPlace() async {
    let store = inventory()
    store.exhaustivity = .off
    for next in [.itemTapped(1), .deleteTapped(1), .saveTapped] as [Inventory.Action] {
      await store.send(.addTapped)
      await store.send(.destination(.presented(.add(.nameChanged("lamp")))))
      #expect(store.inFlight.map(\.path) == ["destination.add"])
      await store.send(next)
      #expect(store.inFlight.isEmpty)
    }
  }

  private typealias Item = Inventory.Item
  private typealias Form = Inventory.ItemForm.State

  private func inventory() -> TestStoreOf<Inventory> {
    let items: IdentifiedArrayOf = [Item(id: 1, name: "chair"), Item(id: 2, name: "table")]
    return TestStore(initialState: Inventory.State(items: items)) { Inventory() }
  }
}
