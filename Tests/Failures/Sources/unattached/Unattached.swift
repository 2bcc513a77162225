import Failing

/// Fails in a process that no framework runs.
@main
struct Unattached {
  static func main() async {
    await Failing.step()
    await Failing.end()
    await Failing.schedule()
    await Failing.kept()
    await Failing.remark()
  }
}
