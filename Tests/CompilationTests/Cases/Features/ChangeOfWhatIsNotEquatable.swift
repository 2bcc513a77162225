import Ratchet

#if MISTAKE
  struct Filter { var words: [String] = [] }
#else
  struct Filter: Equatable { var words: [String] = [] }
#endif

struct Search: Reducer {
  struct State { var filter = Filter() }
  enum Action { case typed(String) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .onChange(of: \.filter) { _, _ in  // error: requires that 'Filter' conform to 'Equatable'
        EmptyReducer()
      }
  }
}
