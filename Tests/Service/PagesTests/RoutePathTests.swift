// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@testable import WindowboxPages

/// The paths of the API stand in the contract, and nowhere else.
@Suite("Paths of the API") struct RoutePathTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        .standardizedFileURL

    /// The files of the programs, except the contract's.
    private static func files(_ kinds: Set<String>) throws -> [(path: String, text: String)] {
        let all = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        return try all.compactMap { $0 as? URL }.filter {
            kinds.contains($0.pathExtension) && !$0.path.contains("/Formats/Contract/") && $0.lastPathComponent != "routes.js"
        }.map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    }

    @Test("The scripts have the contract's paths of exactly the routes that they use") func scripts() throws {
        var names: Set<String> = []
        for asset in PageAsset.all where asset.name.hasSuffix(".js") && asset.name != "routes.js" {
            names.formUnion(asset.text.matches(of: /\broute\(["'](\w+)["']/).map { String($0.1) })
        }
        #expect(names.count > 20)
        let rows = try names.sorted().map { name in
            "  \(name): \"\(try #require(APIRoute.named(name), "No route has the operation ID \(name)").path)\","
        }
        let table = "const routes = {\n\(rows.joined(separator: "\n"))\n};\n"
        let text = try #require(PageAsset.all.first { $0.name == "routes.js" }).text
        #expect(text.contains("\n" + table), "Write this into routes.js:\n\(table)")
    }

    @Test("No script, page, endpoint or client writes a path down") func literals() throws {
        let paths = APIRoute.all.map(\.path).filter { !$0.hasPrefix("/v1/") }
        #expect(paths.contains("/oauth/token"))
        var read = 0
        for (file, text) in try Self.files(["swift", "js"]) {
            read += 1
            for line in text.split(separator: "\n") {
                let code = line.drop { $0 == " " }
                // Comments may name a path as an example.
                guard !code.hasPrefix("//"), !code.hasPrefix("*"), !code.hasPrefix("/*") else { continue }
                let found = code.contains("/v1/") ? "/v1/" : paths.first { code.contains("\"\($0)") || code.contains(" \($0)") }
                #expect(found == nil, "\(file): \(code)")
            }
        }
        #expect(read > 500)
    }

    @Test("A path gets values for its parameters, percent-encoded, and a query without what is nil") func values() {
        #expect(APIRoute.path("configuration") == "/v1/config")
        #expect(APIRoute.path("video", "a/b ?ü") == "/v1/videos/a%2Fb%20%3F%C3%BC")
        #expect(APIRoute.path("enterInteraction", "{iid}", "2") == "/v1/videos/%7Biid%7D/interactions/2/entries")
        #expect(APIRoute.path("product", "1", query: ["store_id": nil]) == "/v1/products/1")
        #expect(
            APIRoute.path("nextAd", query: ["feed_id": "a&b", "position": "1", "placement": nil]) == "/v1/ads/next?feed_id=a%26b&position=1"
        )
        #expect(APIRoute.template("video") == "/v1/videos/{id}")
    }
}
