import Ratchet

struct Photo {
  var title = ""
}

func adding() -> Effect<Photo> {
  .none
}
