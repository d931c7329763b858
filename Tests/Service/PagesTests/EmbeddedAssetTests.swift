// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxPages

@testable import embed_assets

@Suite("Embedded files") struct EmbeddedAssetTests {
    @Test("The program has exactly the files of the folder, byte for byte") func same() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Service/Pages/Web").standardized
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "package.json" }.sorted()
        #expect(PageAsset.all.map(\.name) == names)
        for asset in PageAsset.all {
            let file = try Data(contentsOf: folder.appending(path: asset.name))
            #expect(Data(asset.text.utf8) == file, "\(asset.name) differs from its file")
        }
    }

    @Test("Text that would end or escape a string literal is kept as it is") func literal() throws {
        let text = "\"\"\"# \\(a) \\#(b) \"\"\"##\n"
        var assets = EmbeddedAssets()
        try assets.add("/web/b.js", [UInt8](text.utf8))
        try assets.add("a.css", [])
        #expect(assets.source.contains("(\"a.css\", #\"\"\"\n\n\"\"\"#),\n        (\"b.js\", ###\"\"\"\n\(text)\n\"\"\"###),\n"))
    }

    @Test("The same files produce the same code in any order") func order() throws {
        var (one, other) = (EmbeddedAssets(), EmbeddedAssets())
        try one.add("x/a.js", [0x61])
        try one.add("x/b.js", [0x62])
        try other.add("y/b.js", [0x62])
        try other.add("y/a.js", [0x61])
        #expect(one.source == other.source)
    }

    @Test(
        "Bytes that a literal can't hold are refused with their position",
        arguments: [
            ([0x61, 0x0A, 0x62, 0x0D, 0x0A], "w/a.js:2: error: a carriage return; save it with line feeds alone"),
            ([0x0A, 0x0A, 0x00], "w/a.js:3: error: a NUL byte; save it as text"),
            ([0xC3, 0x28], "w/a.js: error: it is not UTF-8; save it in UTF-8"),
        ] as [([UInt8], String)]) func refusals(bytes: [UInt8], message: String)
    {
        var assets = EmbeddedAssets()
        let error = #expect(throws: EmbeddingError.self) { try assets.add("w/a.js", bytes) }
        #expect(error?.description == message)
    }

    @Test("Two files with the same name are refused") func names() throws {
        var assets = EmbeddedAssets()
        try assets.add("x/a.js", [])
        #expect(throws: EmbeddingError(path: "y/a.js", cause: "another asset has the same name", remedy: "rename one of them")) {
            try assets.add("y/a.js", [])
        }
    }
}
