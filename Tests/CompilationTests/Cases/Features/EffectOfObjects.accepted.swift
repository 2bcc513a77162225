import Ratchet

struct Photo {
  var title = ""
}

typealias Added = Effect<Photo>
