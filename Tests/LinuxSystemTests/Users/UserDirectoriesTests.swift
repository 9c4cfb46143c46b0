// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

/// The meaning of the XDG variables.
@Suite struct UserDirectoriesTests {
  @Test(
    arguments: [
      ("set", "/etc/mine", "/etc/mine/core-location-linux"),
      ("not set", nil, "/home/ada/.config/core-location-linux"),
      ("empty", "", "/home/ada/.config/core-location-linux"),
      ("relative", "mine", "/home/ada/.config/core-location-linux"),
      ("relative to the parent", "../mine", "/home/ada/.config/core-location-linux"),
    ] as [(why: String, value: String?, expected: String)])
  func ignoresWhatIsNotAbsolute(why: String, value: String?, expected: String) {
    var environment = ["HOME": "/home/ada"]
    environment["XDG_CONFIG_HOME"] = value
    #expect(UserDirectories(environment: Environment(environment)).ourConfiguration == expected)
  }

  @Test(arguments: [nil, "", "home/ada"] as [String?])
  func hasNoPlaceForAUserWithoutAHome(home: String?) {
    var environment = ["XDG_CONFIG_HOME": "here", "XDG_STATE_HOME": ""]
    environment["HOME"] = home
    let directories = UserDirectories(environment: Environment(environment))
    #expect(directories.configuration == nil)
    #expect(directories.state == nil)
  }

  @Test func hasNoRuntimeDirectoryWithoutASession() {
    #expect(UserDirectories(environment: ["HOME": "/home/ada"]).runtime == nil)
    #expect(UserDirectories(environment: ["XDG_RUNTIME_DIR": "run"]).runtime == nil)
    #expect(
      UserDirectories(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]).runtime == "/run/user/7")
  }
}
