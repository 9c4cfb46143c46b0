// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The resources that a process uses.
struct SoakVitals {
  /// Kilobytes that belong to this process alone, and that it has written to: what the system gets back when it ends.
  let privateDirty: Int
  /// Kilobytes that are allocated and not freed.
  let allocated: Int
  /// The number of open descriptors.
  let descriptors: Int
  let threads: Int
  /// Seconds of processor time: of all threads, and of the main thread alone, which acts as the receiver.
  let processor: Double
  let mainProcessor: Double

  static var now: SoakVitals {
    SoakVitals(
      privateDirty: privateDirtyMemory(of: "self"), allocated: allocatedBytes / 1024,
      descriptors: entries(of: "/proc/self/fd") - 1, threads: entries(of: "/proc/self/task"),
      processor: time(CLOCK_PROCESS_CPUTIME_ID), mainProcessor: time(CLOCK_THREAD_CPUTIME_ID))
  }

  /// Measures another process, which reports by itself what it has allocated.
  init(of process: pid_t, allocated: Int) {
    self.init(
      privateDirty: Self.privateDirtyMemory(of: "\(process)"), allocated: allocated,
      descriptors: Self.entries(of: "/proc/\(process)/fd"),
      threads: Self.entries(of: "/proc/\(process)/task"), processor: 0, mainProcessor: 0)
  }

  private init(
    privateDirty: Int, allocated: Int, descriptors: Int, threads: Int, processor: Double,
    mainProcessor: Double
  ) {
    self.privateDirty = privateDirty
    self.allocated = allocated
    self.descriptors = descriptors
    self.threads = threads
    self.processor = processor
    self.mainProcessor = mainProcessor
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func privateDirtyMemory(of process: String) -> Int {
    guard let file = fopen("/proc/\(process)/smaps_rollup", "re") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("Private_Dirty:") else { continue }
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  /// Returns the number of entries in a folder, which is itself open while it is read.
  private static func entries(of folder: String) -> Int {
    guard let stream = opendir(folder) else { return 0 }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count - 2
  }

  // MARK: The allocator

  private typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

  /// `malloc_info`, which is not imported into Swift.
  private static let mallocInfo: MallocInfo? = dlsym(nil, "malloc_info").map {
    unsafeBitCast($0, to: MallocInfo.self)
  }

  /// The bytes that all arenas have from the system, minus those free in them, plus allocations with their own mapping.
  private static var allocatedBytes: Int {
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let mallocInfo, let file = open_memstream(&text, &length) else { return 0 }
    _ = mallocInfo(0, file)
    fclose(file)
    guard let text else { return 0 }
    defer { free(text) }
    // The totals follow the last arena.
    let totals = String(cString: text).split(separator: "\n").suffix(9)
    func bytes(_ start: String) -> Int {
      guard let line = totals.first(where: { $0.hasPrefix(start) }),
        let mark = line.range(of: "size=\"")
      else { return 0 }
      return Int(line[mark.upperBound...].prefix { $0 != "\"" }) ?? 0
    }
    return bytes("<system type=\"current\"") + bytes("<total type=\"mmap\"")
      - bytes("<total type=\"fast\"") - bytes("<total type=\"rest\"")
  }
}

extension Substring {
  /// Returns the first range of a text; the library's own function needs a module of its own.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }
}
