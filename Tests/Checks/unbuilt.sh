#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Type-checks the fuzzer, which no other check builds, with the modules of the debug build. "make fuzz" builds and runs it, in
# minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=${SCRATCH:-.build}
# SwiftPM names the package after its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)

# The modules in C that SwiftNIO consists of, and zlib.
mapfile -t maps < <(find -L "$build"/checkouts/swift-{nio,atomics}/Sources "$build"/debug/C*NIO*.build Sources/CZlib Sources/COpenSSL Sources/CTrackStore \
  -maxdepth 3 -name module.modulemap ! -path '*-tool*' -printf '-Xcc\n-fmodule-map-file=%p\n')
swiftc -typecheck -parse-as-library -swift-version 6 -package-name "$package" -warnings-as-errors \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility -enable-experimental-feature Lifetimes -enable-experimental-feature Extern \
  -I "$build/debug/Modules" -I Tests/Laboratory/Fuzz/CMalloc "${maps[@]}" Tests/Laboratory/Fuzz/Sources/*.swift \
  Tests/LocationServiceTests/Support/ServiceStory.swift \
  Tests/NavigationAuthenticationTests/{Bits,SignedSky,ToyCryptography}.swift Sources/LinuxLocation/Engine/EngineConfiguration.swift \
  Sources/gps/Imports/{*Importer,*Importers,Google*,OwnTracks*}.swift \
  Sources/ReceiverCorrections/{CasterDialogue,ChunkedBody,SourceTable,RTCMFramer}.swift Sources/GPSTool/Page/EventStream.swift
echo "unbuilt.sh: the fuzzer compiles"
