// flags: -default-isolation MainActor
import Ratchet

nonisolated struct Folder: Equatable { var name = "" }

extension SharedKey where Value == Int {
  #if MISTAKE
    static var size: Self { SharedKey("size", default: 1, in: .memory) }
  #else
    nonisolated static var size: Self { SharedKey("size", default: 1, in: .memory) }
  #endif
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var isOn = false
    @Redacted var password = Password()
  }
  enum Action: Equatable { case tapped, loaded(Int) }
  enum CancelID { case load }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isOn.toggle()
      return .run { [id = state.id] send in
        await send(.loaded(id))
        await dismiss()
      }
      .cancellable(id: CancelID.load)
    }
    .subscription(while: \.isOn) { .send(.tapped) }
  }
}

struct Password: Redactable, Codable, Equatable {
  var text = ""
  var redacted: Self { Password() }
}

struct Table: Reducer {
  struct State {
    var size = 1
    var folder: Folder?
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = Stack<Row.State>()
    var sheet: Row.State?
  }
  enum Action {
    case closed(Folder), row(id: Int, action: Row.Action), sheet(PresentationAction<Row.Action>)
    case path(StackActionOf<Row>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      .change(.size) { $0 += 1 }  // error: main actor-isolated static property 'size' can not be
    }
    .forEach(\.rows, action: Action.row) { Row() }
    .forEach(stack: \.path, action: Action.path) { Row() }
    .ifLet(presenting: \.sheet, action: Action.sheet) { Row() }
    .kept(\.size, in: .size)  // error: main actor-isolated static property 'size'
    .onChange(of: \.folder) { _, _ in EmptyReducer() }
  }
}
