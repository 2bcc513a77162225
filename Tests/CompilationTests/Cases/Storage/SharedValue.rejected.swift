// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

func guarded(_ cache: Cache) -> Guarded<Cache> {
  Guarded(cache)  // error: sending 'cache' risks causing data races
}
