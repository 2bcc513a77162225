import Ratchet

struct Facts {
  @Dependency(\.factClient) var facts  // error: cannot infer key path type from context
  // error: cannot convert value of type 'KeyPath<Root, Value>'
  // error: generic parameter 'Key' could not be inferred
}
