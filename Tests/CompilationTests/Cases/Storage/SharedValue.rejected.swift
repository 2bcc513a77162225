// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

func guarded(_ cache: Cache) -> Locked<Cache> {
  Locked(cache)  // error: sending 'cache' risks causing data races
}
