// Core Location for Linux. SPDX-License-Identifier: MIT

/// Returns the input without its first two bytes, whole, and cut at the offset that those two give.
func cuttings(_ input: [UInt8]) -> (whole: [ArraySlice<UInt8>], cut: [ArraySlice<UInt8>])? {
  guard input.count > 2 else { return nil }
  let bytes = input.dropFirst(2)
  let place = (Int(input[0]) << 8 | Int(input[1])) % bytes.count
  return ([bytes], [bytes.prefix(place), bytes.dropFirst(place)])
}

/// Returns the bytes one by one: one cut seldom finds what a hundred do.
func crumbs(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { bytes.map { [$0] } }
