// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

#if MISTAKE
  func guarded(_ cache: Cache) -> Locked<Cache> {
    Locked(cache)  // error: sending 'cache' risks causing data races
  }
#else
  func guarded(_ cache: sending Cache) -> Locked<Cache> {
    Locked(cache)
  }
#endif
