// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

func guarded(_ cache: sending Cache) -> Locked<Cache> {
  Locked(cache)
}
