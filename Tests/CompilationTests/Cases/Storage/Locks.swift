// flags: -package-name $PACKAGE
import RatchetDependencies

final class Cache {
  var facts: [Int: String] = [:]
}

#if MISTAKE
  func guarded(_ cache: Cache) -> Locked<Cache> {
    Locked(cache)  // error: sending 'cache' risks causing data races
  }

  func replace(_ guarded: Locked<Cache>, by cache: Cache) {
    guarded.withLock { $0 = cache }  // error: parameter '$0' cannot be task-isolated
  }

  func reset(_ guarded: Locked<Cache>) {
    var escaped: Cache?
    guarded.withLock { escaped = $0 }  // error: '$0' cannot be task-isolated
    escaped?.facts = [:]
  }
#else
  func guarded(_ cache: sending Cache) -> Locked<Cache> {
    Locked(cache)
  }

  func replace(_ guarded: Locked<Cache>) {
    guarded.withLock { $0 = Cache() }
  }

  func reset(_ guarded: Locked<Cache>) {
    guarded.withLock { $0.facts = [:] }
  }
#endif
