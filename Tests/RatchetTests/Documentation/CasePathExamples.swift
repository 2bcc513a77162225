import RatchetTesting

private func casePaths() {
  enum Action {
    case number(Int)
    case row(id: Int, action: String)
  }

  let number = CasePath(Action.number)
  assert(number.extract(from: .number(1)) == 1)
  assert(number.extract(from: .row(id: 1, action: "tap")) == nil)

  let row = CasePath(Action.row)
  if let (id, action) = row.extract(from: .row(id: 1, action: "tap")) {
    print(id, action)  // 1 tap
  }

  var action = Action.number(1)
  CasePath(Action.number).modify(&action) { $0 += 1 }
  switch action {
  case CasePath(Action.number): print("a number")
  default: print("another action")
  }
}

private func identifiedArrays() {
  struct Row: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  rows[id: 2]?.title = "Second"  // in place, nothing is copied
  rows.append(Row(id: 3))
  rows[id: 1] = nil
}
