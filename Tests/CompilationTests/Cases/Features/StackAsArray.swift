import Ratchet

func open(_ path: inout Stack<String>) {
  #if MISTAKE
    path.append("detail")  // error: has no member 'append'
    path.removeLast()  // error: referencing instance method 'removeLast()'
    path.removeAll()  // error: has no member 'removeAll'
  #else
    path.push("detail")
    path.popLast()
    path.popToRoot()
  #endif
}

struct Row: Identifiable { let id: Int }

#if MISTAKE
  let rows = IdentifiedArray(uniqueElements: [Row(id: 1)])  // error: extraneous argument label
#else
  let rows = IdentifiedArray([Row(id: 1)])
#endif
