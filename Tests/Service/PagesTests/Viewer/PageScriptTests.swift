// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxPages

@Suite("Logic of the pages' scripts") struct PageScriptTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
    private static let scripts = package.appending(path: "Sources/Service/Pages/Web")
    private static let tests = package.appending(path: "Tests/Service/ScriptTests")

    private static func node(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let (status, lines) = try await RunningProgram.run("/usr/bin/env", ["node"] + arguments)
        return (status, lines.joined(separator: "\n"))
    }

    @Test("The unit tests of the scripts pass in Node (package nodejs)") func units() async throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.tests, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".test.mjs") }.map(\.path).sorted()
        try #require(!files.isEmpty)
        let (status, output) = try await Self.node(["--test", "--test-reporter=tap"] + files)
        #expect(status == 0, "\(output)")
        // A file that Node did not take for a test would pass unseen.
        #expect(output.contains("# fail 0"))
        let passed = output.firstMatch(of: /# pass (\d+)/).flatMap { Int($0.1) } ?? 0
        #expect(passed > files.count)
    }

    @Test("Every module of a page is preloaded, including nested imports") func imports() {
        for entry in ["feed.js", "watch.js", "community.js", "studio.js"] {
            let known = Set(PageAsset.imports(of: entry))
            for name in known.union([entry]) {
                let text = PageAsset.all.first { $0.name == name }?.text ?? ""
                for found in text.matches(of: /(?:from|import) ["']\.\/([^"']+)["']/) {
                    #expect(known.contains(String(found.1)), "\(name) imports \(found.1), which \(entry) doesn't preload")
                }
            }
        }
    }

    @Test("The script check finds the faults that it is meant to find") func lint() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-web-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
        try write("package.json", #"{"type": "module"}"#)
        try write("good.js", "export const size = 1;\n// eval(x) is only spoken of\n")
        try write("bad.js", "import { size, sise } from \"./good.js\";\nfunction idle() {}\ndocument.body.innerHTML = size;\neval('1');\n")
        try write("broken.js", "const a = ;\n")
        let (status, output) = try await Self.node([Self.package.appending(path: "Scripts/web.mjs").path, folder.path, Self.tests.path])
        #expect(status == 1)
        #expect(output.contains("bad.js:1: good.js exports no sise"))
        #expect(output.contains("bad.js:1: sise is imported and not used"))
        #expect(output.contains("bad.js:2: idle is not used"))
        #expect(output.contains("bad.js:3: .innerHTML = reads text as code or markup"))
        #expect(output.contains("bad.js:4: eval( reads text as code or markup"))
        #expect(output.contains("broken.js:1"))
        #expect(!output.contains("good.js:"))
    }
}
