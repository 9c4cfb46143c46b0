// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a ``NavigationAuthenticator`` has found.
package enum NavigationVerdict: Hashable, Sendable {
  /// A tag fits the data that it must cover, or does not.
  case tag(Tag, isRight: Bool)
  /// Tags of at least 40 bits fit these data, which no tag has done before.
  case message(Message)
  /// The key of a sub-frame belongs to a signed chain.
  case key(subframe: GalileoTime)
  /// The key that a satellite has sent does not belong to the chain that it names.
  case wrongKey(subframe: GalileoTime, sender: Int)
  /// The signature over a root key and a header is valid.
  case rootKey(NMAHeader, ChainParameters, KeyChain.Key, publicKey: UInt8)
  /// The signature over a whole root key is not that of the public key that it names.
  case wrongRootKey(NMAHeader, publicKey: UInt8)
  /// A public key was received that belongs to a trusted Merkle tree.
  case publicKey(PublicKey)
  /// A whole public key was received that belongs to no trusted Merkle tree, although the tree is not being replaced.
  case wrongPublicKey(PublicKey)
  /// A page says another time than the receiver: nothing that its satellite sent in this sub-frame is judged.
  case otherTime(subframe: GalileoTime, satellite: Int)
  /// An alert was received that belongs to a trusted Merkle tree.
  case alert

  /// A tag, named by what tells it apart from all others.
  package struct Tag: Hashable, Sendable {
    /// The sub-frame in which it was sent.
    package var subframe: GalileoTime
    /// The satellite that sent it.
    package var sender: Int
    /// Its place in the sub-frame, from 1.
    package var counter: UInt8
    /// The satellite whose data it covers.
    package var satellite: Int
    package var kind: TagKind

    package init(
      subframe: GalileoTime, sender: Int, counter: UInt8, satellite: Int, kind: TagKind
    ) {
      (self.subframe, self.sender, self.counter) = (subframe, sender, counter)
      (self.satellite, self.kind) = (satellite, kind)
    }
  }

  /// Data of a satellite that tags cover.
  package struct Message: Hashable, Sendable {
    package var satellite: Int
    package var kind: DataKind
    /// IODnav, of an ephemeris.
    package var issueOfData: Int?
    /// The end of the sub-frame's last page, with which the message was found to be authentic.
    package var authenticatedAt: GalileoTime

    package init(
      satellite: Int, kind: DataKind, issueOfData: Int?, authenticatedAt: GalileoTime
    ) {
      (self.satellite, self.kind) = (satellite, kind)
      (self.issueOfData, self.authenticatedAt) = (issueOfData, authenticatedAt)
    }
  }
}

/// Whether Galileo's signatures can be relied on, as the newest signed header says.
package enum SignatureStanding: Hashable, Sendable {
  /// No header has been signed yet.
  case unsigned
  /// They are in service, or in service without any promise (test).
  case inService(isTest: Bool)
  /// "Don't use".
  case doNotUse
  /// An alert: nothing is to be trusted until the operator has explained how to go on.
  case alert
}
