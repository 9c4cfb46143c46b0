import CoreLocation

/// The world of one test: a recording as its receiver, a person who allows everything, and a folder of its own.
///
/// It is that of the whole process, and must be set up before Core Location is first used.
enum Scenario {
  /// - Parameters:
  ///   - recording: a file in the folder `Resources`.
  ///   - speed: how many times as fast as the receiver it is replayed.
  static func setUp(replaying recording: String, speed: Int = 100) throws {
    // It stays behind: the library may write to it until the process ends.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fence-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let resources = Bundle.module.bundleURL.appendingPathComponent("Resources").path
    let environment = [
      "CORELOCATION_SOURCE": "replay:\(resources)/\(recording)?speed=\(speed)",
      "CORELOCATION_INFO_PLIST": "\(resources)/Info.plist",
      "XDG_CONFIG_HOME": folder.path,
      "XDG_STATE_HOME": folder.path,
      "XDG_RUNTIME_DIR": folder.path,
    ]
    for (name, value) in environment { setenv(name, value, 1) }
    CLLocationManager.setInUse(true)
    CLLocationManager.setAuthorizationPrompt { question, answer in
      answer(question.choices.first { $0.title == "Allow While Using App" })
    }
  }
}
