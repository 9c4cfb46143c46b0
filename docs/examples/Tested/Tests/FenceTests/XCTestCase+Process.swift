import XCTest

extension XCTestCase {
  /// Runs the body in a process of its own, as `#expect(processExitsWith:)` does for Swift Testing.
  ///
  /// Outside it, this starts the test program again, with this test alone.
  func inOwnProcess(_ body: () throws -> Void) throws {
    let mark = "FENCE_TESTS_OWN_PROCESS"
    var environment = ProcessInfo.processInfo.environment
    guard environment[mark] == nil else { return try body() }
    environment[mark] = "1"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    // "FenceXCTests.testSomething" becomes "FenceTests.FenceXCTests/testSomething".
    process.arguments = ["FenceTests." + name.replacingOccurrences(of: ".", with: "/")]
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0, "see the messages above")
  }
}
