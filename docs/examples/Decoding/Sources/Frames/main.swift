// Prints positions as a u-blox receiver reports them: Frames <walk.ubx
import Foundation
import UBX

var reader = FrameReader()
while let bytes = try FileHandle.standardInput.read(upToCount: 65_536), !bytes.isEmpty {
  reader.read(Array(bytes).span.bytes) { kind, payload in
    if kind == NAVPVT.kind, let pvt = NAVPVT(payload), pvt.isFixOK {
      print(pvt.latitude, pvt.longitude, pvt.horizontalAccuracy)
    }
  }
}
