// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials

/// What a person has decided about one application, as stored.
package struct Decision: Hashable, Sendable {
  package enum Answer: String, Hashable, Sendable, Codable {
    /// No answer: the application may ask.
    case notDetermined
    /// Allowed for the next process of the application that is in use; then there is no answer again.
    case once
    case denied
    case authorizedWhenInUse
    case authorizedAlways
  }

  package var answer: Answer
  /// Whether Always was granted without a question for it: that question is asked when Always first matters.
  package var isProvisional = false
  package var wasAskedForAlways = false
  /// The accuracy; `nil` if it has not been decided.
  package var accuracy: AuthorizedAccuracy?
  /// When the decision was made; `nil` if the file does not contain that.
  package var date: Date?

  package init(_ answer: Answer = .notDetermined, accuracy: AuthorizedAccuracy? = nil) {
    self.answer = answer
    self.accuracy = accuracy
  }

  /// Sets another answer by the person: the flags of the old one are cleared, the accuracy is kept.
  package mutating func decide(_ answer: Answer) {
    self.answer = answer
    isProvisional = false
    if answer == .notDetermined || answer == .once { wasAskedForAlways = false }
  }

  /// Whether this is the same decision, regardless of when it was made.
  package func isSame(as other: Decision) -> Bool {
    var other = other
    other.date = date
    return self == other
  }
}

extension Decision: Codable {
  private enum CodingKeys: String, CodingKey {
    case answer = "status"
    case isProvisional = "provisional"
    case wasAskedForAlways = "alwaysAsked"
    case accuracy
    case date = "decided"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
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
