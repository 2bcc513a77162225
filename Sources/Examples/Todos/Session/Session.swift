import Ratchet

/// One run of the program: reads commands, sends actions, and prints the list.
@MainActor final class Session {
  private let store: StoreOf<SavedTodos>
  private let console: Console
  private let input: LineSource
  private var lineNumber = 0
  private var hasWrongCommands = false
  /// What was printed last of the list.
  private var printed: Screen?
  /// Whether the program is about to end, so that commands are not followed any more.
  private var isEnding = false

  init(options: Options, console: Console, input: LineSource) {
    self.console = console
    self.input = input
    store = Store(initialState: SavedTodos.State()) {
      SavedTodos()
    } withDependencies: {
      $0[StorageClient.self] = .file(at: options.file)
      $0[NoticeClient.self] = NoticeClient { console.show($0) }
    }
  }

  /// Runs to the end of the input and returns the exit status.
  func run() async -> Int32 {
    await store.send(.load).finish()
    if console.isTerminal { printList() }
    while !isEnding, console.failure == nil {
      console.ask(Screen.prompt(todos))
      let event = await input.next()
      guard !isEnding, case .line(let line) = event else { break }
      console.endQuestion(withLine: true)
      lineNumber += 1
      if !follow(line) { break }
    }
    console.endQuestion(withLine: false)
    if !console.isTerminal, screen != printed { printList() }
    await end()
    return status
  }

  /// Saves what is not saved yet.
  func end() async {
    isEnding = true
    await store.send(.flush).finish()
  }

  private var todos: Todos.State { store.state.todos }

  private var status: Int32 {
    let status = console.finish()
    if status != ExitStatus.success { return status }
    if !store.state.isSaved { return ExitStatus.notWritten }
    return hasWrongCommands && !console.isTerminal ? ExitStatus.wrongCommand : ExitStatus.success
  }
}

extension Session {
  /// Does what a line asks for; returns false if that is to end.
  private func follow(_ line: String) -> Bool {
    do throws(CommandError) {
      guard let command = try Command.parse(line) else { return true }
      if let action = try command.action(in: todos) { store.send(.todos(action)) }
      switch command {
      case .quit: return false
      case .help: console.print(HelpText.commands)
      case .show: printList()
      default: if console.isTerminal { printList() }
      }
    } catch {
      hasWrongCommands = true
      console.complain(console.isTerminal ? error.message : "line \(lineNumber): \(error.message)")
    }
    return true
  }

  private var screen: Screen { Screen(todos, style: console.style) }

  private func printList() {
    console.print(screen.lines)
    printed = screen
  }
}
