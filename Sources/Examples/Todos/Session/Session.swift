import Ratchet

/// One run of the program: reads commands, sends actions, and prints the list.
@MainActor final class Session {
  private let store: StoreOf<SavedTodos>
  private let console: Console
  private let events: EventSource
  private var lineNumber = 0
  private var hasWrongCommands = false
  /// What was printed last of the list.
  private var printed: Screen?

  init(options: Options, console: Console, events: EventSource) {
    self.console = console
    self.events = events
    store = Store(initialState: SavedTodos.State()) {
      SavedTodos()
    } withDependencies: {
      $0[StorageClient.self] = .file(at: options.file)
      $0[NoticeClient.self] = NoticeClient { console.show($0) }
    }
  }

  /// Runs to the end of the input, or a reason to end before it, and returns the exit status.
  func run() async -> Int32 {
    await store.send(.load).finish()
    if console.isTerminal { printList() }
    var event = await nextEvent()
    while case .line(let line) = event, follow(line), console.failure == nil {
      event = await nextEvent()
    }
    console.endQuestion(withLine: false)
    if !console.isTerminal, screen != printed { printList() }
    await store.send(.flush).finish()
    if case .signal(let number) = event { return ExitStatus.signal(number) }
    return status
  }

  private func nextEvent() async -> EventSource.Event {
    console.ask(Screen.prompt(todos))
    let event = await events.next()
    if case .line = event {
      console.endQuestion(withLine: true)
      lineNumber += 1
    }
    return event
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
