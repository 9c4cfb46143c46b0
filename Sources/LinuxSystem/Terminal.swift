// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Returns the columns and rows of a terminal; `nil` for what it does not tell, and for anything else.
package func terminalSize(of descriptor: CInt) -> (columns: Int?, rows: Int?) {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
  let known = { (cells: UInt16) in cells > 0 ? Int(cells) : nil }
  return (known(size.ws_col), known(size.ws_row))
}
