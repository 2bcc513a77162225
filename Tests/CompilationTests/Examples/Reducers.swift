import RatchetTesting

// Example: Reducer.swift 1
// Example: DependencyKey.swift 1
// Example: DependencyValues.swift 1

typealias Form = Counter
typealias Player = Detail
typealias Login = Counter
typealias Row = Detail
typealias Settings = Detail

struct Detail: Reducer {
  struct State: Identifiable { var id = 1 }
  enum Action: Sendable { case saved, finished, deleteButtonTapped, renamed(String) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Position {
  var x = 0.0
}

func save(_ position: Position) async {}

/// What has the parents whose actions an example does not list.
enum Parent {
  struct State {
    var query = ""
    var history: [String] = []
    var position = Position()
    var preview = Player.State()
    var form = Form.State()
    var detail: Detail.State?
    var player: Player.State?
    var login: Login.State?
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: Sendable {
    case queryChanged(String), moved(Position), detailButtonTapped
    case preview(Player.Action), login(Login.Action), player(Player.Action)
    case detail(PresentationAction<Detail.Action>)
    case row(id: Int, action: Row.Action)
    case view(View)
  }

  enum View: Sendable {
    case form(Form.Action), player(Player.Action)
    case row(id: Int, action: Row.Action)
  }
}

struct Rows: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  // Example: Reducer+ForEach.swift 1
}

struct Presenting: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  // Example: Reducer+IfLet.swift 2
}

struct History: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  // Example: Reducer+OnChange.swift 1
}

struct Map: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  var body: some ReducerOf<Self> {
    // Example: Reducer+OnChange.swift 2
  }
}

struct Destinations: Reducer {
  struct Destination: Reducer {
    enum State: Equatable { case alert(String) }
    enum Action: Sendable { case alert(Button) }
    enum Button: Sendable { case delete }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  struct State {
    var items: [Int] = []
    var destination: Destination.State?
  }

  enum Action: Sendable { case destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    // Example: Reducer+Ephemeral.swift 2
  }
}

struct Alerts: Reducer {
  struct State { var alert: String? }
  enum Action: Sendable { case alert(Int) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
    // Example: Reducer+Ephemeral.swift 1
  }
}

struct Optionals: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  var body: some ReducerOf<Self> {
    // Example: Reducer+IfLet.swift 1
    // Example: Reducer+SharedStorage.swift 1
  }
}

struct Several: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action
  typealias View = Parent.View

  var body: some ReducerOf<Self> {
    // Example: Reducer+Dependency.swift 1
    EmptyReducer()
  }

  var facts: some ReducerOf<Player> {
    // Example: Reducer+Dependency.swift 2
  }

  func paths() {
    // Example: CasePath.swift 2
    _ = form
  }
}

struct Scoping: Reducer {
  struct State {
    var settings = Settings.State()
    var isEditing = false
  }

  enum Action { case settings(Settings.Action) }
  // Example: Scope.swift 1
}

struct Sheet: Reducer {
  struct State {}
  enum Action { case doneButtonTapped }
  // Example: DismissEffect.swift 1
}

struct Clicker: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }
  // Example: Reduce.swift 1
}

struct Validation: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }
}

typealias Submission = Validation

struct Submitting: Reducer {
  var body: some Reducer<Int, Int> {
    // Example: CombineReducers.swift 1
  }
}

struct SignUp: Reducer {
  struct State: Equatable {
    var name = ""
    var isNameValid = false
  }
  // Example: FieldChange.swift 1

  var watched: some ReducerOf<Self> {
    // Example: Fields.swift 1
  }
}

enum Presented {
  // Example: PresentationAction.swift 1
}
