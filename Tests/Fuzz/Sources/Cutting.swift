// Core Location for Linux. SPDX-License-Identifier: MIT

/// The input without its first two bytes, whole and cut at the place that those name.
func cuttings(_ input: [UInt8]) -> (whole: [ArraySlice<UInt8>], cut: [ArraySlice<UInt8>])? {
  guard input.count > 2 else { return nil }
  let bytes = input.dropFirst(2)
  let place = (Int(input[0]) << 8 | Int(input[1])) % bytes.count
  return ([bytes], [bytes.prefix(place), bytes.dropFirst(place)])
}

/// Seldom one cut finds what a hundred do: the bytes one by one.
func crumbs(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { bytes.map { [$0] } }
