// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

/// File names made of arbitrary text.
@Suite struct FileNameTests {
  @Test(
    arguments: [
      ("a path", "/usr/bin/a", "%2Fusr%2Fbin%2Fa.json"), ("a bundle", "a.b", "a%2Eb.json"),
      ("nothing", "", "%.json"), ("not ASCII", "\u{E9}", "%C3%A9.json"),
    ])
  func escapesWhatMeansSomething(why: String, text: String, name: String) {
    #expect(FileName.escaping(text.utf8, suffix: ".json") == name, "\(why)")
  }

  @Test func cutsOffWhatFileSystemsDoNotTake() {
    let long = String(repeating: "/very/deep", count: 400)
    let name = FileName.escaping((long + "a").utf8, suffix: ".json")
    #expect(name.utf8.count == 237 && name.hasSuffix(".json"))
    #expect(name != FileName.escaping((long + "b").utf8, suffix: ".json"))
    #expect(name == FileName.escaping((long + "a").utf8, suffix: ".json"))
    let fitting = String(repeating: "a", count: 232)
    #expect(FileName.escaping(fitting.utf8, suffix: ".json") == fitting + ".json")
  }
}
