// Core Location for Linux. SPDX-License-Identifier: MIT

/// A large value that is moved by its address, and copied only when one of two holders changes it.
struct Boxed<Value> {
  /// An array of one: unlike a property of an object, it is accessed without a check at run time.
  private var storage: [Value]

  init(_ value: Value) { storage = [value] }

  var value: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}
