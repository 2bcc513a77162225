import Ratchet

#if MISTAKE
  final class Photo {
    var title = ""
  }
#else
  struct Photo {
    var title = ""
  }
#endif

typealias Added = Effect<Photo>  // error: 'Photo' does not conform to the 'Sendable' protocol

enum Action: Sendable {
  case added(Photo)  // error: has non-Sendable type 'Photo'
}

func titled(_ effect: Effect<Int>, by photo: Photo) -> Effect<String> {
  effect.map { "\(photo.title) \($0)" }  // error: with non-Sendable type 'Photo'
}

func photos() -> CallbackSequence<Photo, Never> {
  CallbackSequence(bufferingPolicy: .unbounded) { _ in {} }
  // error: type 'Photo' does not conform to the 'Sendable' protocol
}

struct AlbumClient: DependencyKey {
  let photo: Photo  // error: has non-Sendable type 'Photo'
  static var liveValue: AlbumClient { AlbumClient(photo: Photo()) }
}

enum PhotoKey: DependencyKey {  // error: type 'Photo' does not conform to the 'Sendable' protocol
  static var liveValue: Photo { Photo() }
}
