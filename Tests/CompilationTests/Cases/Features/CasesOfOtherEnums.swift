import Ratchet

enum Action { case view(View) }
enum View { case text(String) }
enum Menu { case text(String) }

#if MISTAKE
  let path = CasePath(Action.view, Menu.text)
// error: to expected argument type '@Sendable (Menu) -> Action'
#else
  let path = CasePath(Action.view, View.text)
#endif
