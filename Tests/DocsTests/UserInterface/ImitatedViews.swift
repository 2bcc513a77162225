// An imitation of the parts of SwiftUI that `Docs/Ratchet.docc/UserInterface.md` uses, with the
// signatures that its documentation shows. It renders views as lines of text.

enum UserInterfacePage {
  @MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    /// What the view shows; not in SwiftUI.
    var lines: [String] { get }
  }

  @MainActor @resultBuilder enum ViewBuilder {
    static func buildBlock<each Content: View>(_ content: repeat each Content) -> Views {
      var lines: [String] = []
      for view in repeat each content { lines += view.lines }
      return Views(lines: lines)
    }

    static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  }

  @MainActor struct Binding<Value> {
    let get: @isolated(any) @Sendable () -> Value
    let set: @isolated(any) @Sendable (Value) -> Void

    init(
      get: @escaping @isolated(any) @Sendable () -> Value,
      set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
      self.get = get
      self.set = set
    }
  }

  struct Views: View {
    typealias Body = Never
    let lines: [String]
  }

  struct Text: View {
    typealias Body = Never
    let lines: [String]

    init(_ text: String) { lines = [text] }
  }

  struct Button: View {
    typealias Body = Never
    let lines: [String]
    let action: @MainActor () -> Void

    init(_ title: String, action: @escaping @MainActor () -> Void) {
      lines = ["[\(title)]"]
      self.action = action
    }
  }

  struct TextField: View {
    typealias Body = Never
    let lines: [String]

    init(_ title: String, text: Binding<String>) { lines = ["\(title):"] }
  }

  struct List<Content: View>: View {
    typealias Body = Never
    let lines: [String]

    init(@ViewBuilder content: () -> Content) { lines = content().lines }
  }

  struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    typealias Body = Never
    let lines: [String]

    init(
      _ data: Data, id: KeyPath<Data.Element, ID>,
      @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
      lines = data.flatMap { content($0).lines }
    }
  }

  struct NavigationStack<Data, Root: View>: View
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {
    typealias Body = Never
    let lines: [String]

    init(path: Binding<Data>, @ViewBuilder root: () -> Root) { lines = root().lines }
  }
}

extension UserInterfacePage.View {
  var lines: [String] { body.lines }

  func sheet<Content: UserInterfacePage.View>(
    isPresented: UserInterfacePage.Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @UserInterfacePage.ViewBuilder content: @escaping () -> Content
  ) -> some UserInterfacePage.View {
    UserInterfacePage.Views(lines: lines + content().lines)
  }

  func navigationDestination<Data: Hashable, Content: UserInterfacePage.View>(
    for data: Data.Type,
    @UserInterfacePage.ViewBuilder destination: @escaping (Data) -> Content
  ) -> some UserInterfacePage.View {
    self
  }
}

extension UserInterfacePage.View where Body == Never {
  // The `return` keeps the function from being one of a `ViewBuilder`.
  var body: Never {
    let reason = "This view has no body."
    return fatalError(reason)
  }
}

extension Never: UserInterfacePage.View {
  typealias Body = Never
}

extension Optional: UserInterfacePage.View where Wrapped: UserInterfacePage.View {
  typealias Body = Never
  var lines: [String] { self?.lines ?? [] }
}
