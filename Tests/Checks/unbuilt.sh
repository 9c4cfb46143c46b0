#!/bin/bash
# Core Location for Linux. SPDX-License-Identifier: MIT
#
# Type-checks the programs that no other check builds, with the modules of the debug build: the benchmark of delivery and the
# fuzzer. To build and run them takes minutes; see "make benchmark-delivery" and "make fuzz".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

build=${SCRATCH:-.build}
# SwiftPM names the package after its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)

typecheck() {
  local name=$1
  shift
  swiftc -typecheck -parse-as-library -swift-version 6 -package-name "$package" -warnings-as-errors \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -enable-experimental-feature Lifetimes -enable-experimental-feature Extern \
    -I "$build/debug/Modules" "$@"
  echo "$name: right"
}

typecheck benchmark-delivery Tests/DeliveryBenchmark/Sources/DeliveryBenchmark/*.swift

# The modules in C that SwiftNIO consists of.
mapfile -t maps < <(find -L "$build"/checkouts/swift-{nio,atomics}/Sources "$build"/debug/C*NIO*.build -maxdepth 3 \
  -name module.modulemap ! -path '*-tool*' -printf '-Xcc\n-fmodule-map-file=%p\n')
typecheck fuzz -I Tests/Fuzz/CMalloc "${maps[@]}" Tests/Fuzz/Sources/*.swift Tests/LocationServiceTests/Support/ServiceStory.swift \
  Sources/LinuxLocation/Engine/EngineConfiguration.swift
