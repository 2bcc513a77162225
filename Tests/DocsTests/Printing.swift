/// What the examples of the guides print is not shown: a run of the tests prints what fails.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
