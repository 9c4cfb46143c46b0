// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import Testing

@Suite struct EnvironmentTests {
  @Test func readsTheVariablesOfThisProcess() {
    setenv("CORE_LOCATION_TEST", "one", 1)
    #expect(Environment.current["CORE_LOCATION_TEST"] == "one")
    setenv("CORE_LOCATION_TEST", "", 1)
    #expect(Environment.current["CORE_LOCATION_TEST"] == "")
    #expect(Environment.remove("CORE_LOCATION_TEST") == "")
    #expect(Environment.current["CORE_LOCATION_TEST"] == nil)
    #expect(Environment.remove("CORE_LOCATION_TEST") == nil)
  }

  @Test func readsNothingElseIfItIsMadeUp() {
    let environment: Environment = ["HOME": "/home/ada"]
    #expect(environment["HOME"] == "/home/ada")
    #expect(environment["PATH"] == nil)
  }
}
