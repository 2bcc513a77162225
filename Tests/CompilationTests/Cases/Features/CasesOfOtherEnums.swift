import Ratchet

enum Action { case view(View) }
enum View { case text(String) }
enum Menu { case text(String) }

#if MISTAKE
  let path = CasePath { (text: String) in Action.view(Menu.text(text)) }
// error: cannot convert value of type 'Menu' to expected argument type 'View'
#else
  let path = CasePath { Action.view(.text($0)) }
#endif
