// Core Location for Linux. SPDX-License-Identifier: MIT

import HTTPSites
import Testing

@testable import LocationPage

@Suite struct PageFilesTests {
  private static let scripts = [
    "page.js", "connection.js", "words.js", "units.js", "state.js", "figures.js", "watches.js",
    "alerts.js", "map.js", "mapview.js", "trail.js", "ground.js", "scenery.js", "labels.js",
    "sky.js",
    "charts.js", "later.js", "dialogs.js", "history.js", "picture.js", "qr.js",
  ]

  private static func text(_ path: String) throws -> String {
    String(decoding: try #require(PageFiles.file(path)).body, as: UTF8.self)
  }

  @Test func servesWhateverThePageNames() throws {
    let page = try Self.text("/")
    for match in page.matches(of: /(?:href|src)="([^"#]+)"/) where match.1 != "/location.json" {
      #expect(PageFiles.file(String(match.1)) != nil, "\(match.1)")
    }
    for script in Self.scripts {
      for match in try Self.text("/\(script)").matches(of: /(?:from |import\()"\.(\/[a-z]+\.js)"/) {
        #expect(PageFiles.file(String(match.1)) != nil, "\(match.1)")
      }
    }
  }

  /// The policy would make the browser refuse it, and texts from devices are only ever inserted as text.
  @Test func hasNothingThatThePolicyForbids() throws {
    let page = try Self.text("/")
    #expect(!page.contains("<style") && !page.contains("style=") && !page.contains("javascript:"))
    #expect(page.matches(of: /\son[a-z]+=/).isEmpty)
    #expect(page.matches(of: /<script(?! type="module" src="\/page.js"><\/script>)/).isEmpty)
    for script in Self.scripts {
      let text = try Self.text("/\(script)")
      // SVG's namespace is not an address.
      let addresses = text.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!addresses.contains("http:") && !addresses.contains("https:"), "\(script)")
      for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval("] {
        #expect(!text.contains(word), "\(word) in \(script)")
      }
    }
  }

  @Test func servesNothingElse() {
    for path in ["/index.html", "/../etc/passwd", "//page.js", "/page.js/", "/favicon.ico", ""] {
      #expect(PageFiles.file(path) == nil, "\(path)")
    }
  }

  @Test func tellsEveryBrowserToTrustNothingElse() throws {
    let policy = try #require(Self.policy(nil))
    #expect(policy.hasPrefix("default-src 'self';"))
    #expect(!policy.contains("unsafe") && policy.contains("; img-src 'self' blob:;"))
  }

  @Test func letsPicturesComeFromTheServerOfTilesAlone() throws {
    let tiles = try MapTiles("https://tile.example.org:8443/a/{z}/{x}/{y}.png?key=1")
    let policy = try #require(Self.policy(tiles))
    #expect(policy.contains("; img-src 'self' blob: https://tile.example.org:8443;"))
    #expect(policy.hasPrefix("default-src 'self';"))
  }

  /// The page, with what is loaded after the first position, and the land on its map, over a slow radio link.
  @Test func compressesTheWholePageToLessThanNinetySixKilobytes() throws {
    let paths = ["/", "/page.css", "/icon.svg", "/land.json"] + Self.scripts.map { "/\($0)" }
    var sum = 0
    for path in paths {
      let file = try #require(PageFiles.file(path, compressed: true))
      if file.body.count > 1400 {
        #expect(
          file.headers.contains { $0.name == "Content-Encoding" && $0.value == "gzip" }, "\(path)")
        #expect(file.body.starts(with: [0x1F, 0x8B]), "\(path)")
      }
      sum += file.body.count
    }
    #expect(sum < 96_000, "\(sum) bytes")
  }

  @Test(
    arguments: [
      ("browsers'", ["gzip, deflate, br"], true), ("in another case", ["GZIP"], true),
      ("with a weight", ["br;q=1.0, gzip; q=0.5"], true), ("refused", ["gzip;q=0"], false),
      ("refused with decimals", ["gzip; q=0.000"], false), ("another one", ["br"], false),
      ("none", [], false),
    ] as [(name: String, headers: [String], accepts: Bool)])
  func compressesOnlyWhereThatIsAccepted(_ row: (name: String, headers: [String], accepts: Bool)) {
    var request = SiteRequest(method: "GET", target: "/")
    request.headers = row.headers.map { .init(name: "Accept-Encoding", value: $0) }
    #expect(request.acceptsGzip == row.accepts, "\(row.name)")
  }

  private static func policy(_ tiles: MapTiles?) -> String? {
    SiteResponse.protection(tiles).first { $0.name == "Content-Security-Policy" }?.value
  }
}
