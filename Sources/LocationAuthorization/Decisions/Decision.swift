// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials

/// What a person has decided about one application, as it is kept.
package struct Decision: Hashable, Sendable {
  /// The answer.
  package enum Answer: String, Hashable, Sendable, Codable {
    /// None: the application may ask.
    case notDetermined
    /// Yes, to the next process of the application that is in use; it then has none.
    case once
    case denied
    case authorizedWhenInUse
    case authorizedAlways
  }

  package var answer: Answer
  /// Whether Always was given without having been asked for: its question is put when it first matters.
  package var isProvisional = false
  /// Whether the application has had its one question for Always.
  package var wasAskedForAlways = false
  /// How exactly; `nil` if nobody has said.
  package var accuracy: AuthorizedAccuracy?
  /// When it was made; `nil` if the file does not say.
  package var date: Date?

  package init(_ answer: Answer = .notDetermined, accuracy: AuthorizedAccuracy? = nil) {
    self.answer = answer
    self.accuracy = accuracy
  }

  /// Another answer of the person's own: the marks of the old one go with it, the accuracy stays.
  package mutating func decide(_ answer: Answer) {
    self.answer = answer
    isProvisional = false
    if answer == .notDetermined || answer == .once { wasAskedForAlways = false }
  }

  /// The same apart from when it was made.
  package func isSame(as other: Decision) -> Bool {
    var other = other
    other.date = date
    return self == other
  }
}

extension Decision: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case answer = "status"
    case isProvisional = "provisional"
    case wasAskedForAlways = "alwaysAsked"
    case accuracy
    case date = "decided"
  }

  package init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: CodingKeys.self)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    answer = try members.decode(Answer.self, forKey: .answer)
    isProvisional = try members.decodeIfPresent(Bool.self, forKey: .isProvisional) ?? false
    wasAskedForAlways = try members.decodeIfPresent(Bool.self, forKey: .wasAskedForAlways) ?? false
    accuracy = try members.decodeIfPresent(AuthorizedAccuracy.self, forKey: .accuracy)
    date = try members.decodeIfPresent(Date.self, forKey: .date)
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(answer, forKey: .answer)
    try members.encodeIfPresent(isProvisional ? true : nil, forKey: .isProvisional)
    try members.encodeIfPresent(wasAskedForAlways ? true : nil, forKey: .wasAskedForAlways)
    try members.encodeIfPresent(accuracy, forKey: .accuracy)
    try members.encodeIfPresent(date, forKey: .date)
  }
}
