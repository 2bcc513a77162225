import Ratchet

func open(_ path: inout Stack<String>) {
  #if MISTAKE
    path.append("detail")  // error: 'append' has been renamed to 'push(_:)'
    path.removeLast()  // error: 'removeLast()' has been renamed to 'popLast()'
    path.removeAll()  // error: 'removeAll()' has been renamed to 'popToRoot()'
  #else
    path.push("detail")
    path.popLast()
    path.popToRoot()
  #endif
}

struct Row: Identifiable { let id: Int }

#if MISTAKE
  let rows = IdentifiedArray(uniqueElements: [Row(id: 1)])  // error: has been renamed to 'init(_:
#else
  let rows = IdentifiedArray([Row(id: 1)])
#endif
