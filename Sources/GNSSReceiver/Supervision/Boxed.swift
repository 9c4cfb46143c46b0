// Core Location for Linux. SPDX-License-Identifier: MIT

/// A large value that is moved by its address, and copied only when one of two holders changes it.
struct Boxed<Value> {
  /// An array of one: access to it is not checked at run time, as that to a property of an object is.
  private var storage: [Value]

  init(_ value: Value) { storage = [value] }

  var value: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}
