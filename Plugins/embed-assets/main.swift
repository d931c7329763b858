// SPDX-License-Identifier: Apache-2.0

import Foundation

// embed-assets OUTPUT FILE…: writes the files as Swift.
// embed-assets --catalogues OUTPUT TEMPLATE FILE…: writes the PO files as Swift.
// Called by the plugin EmbedAssets during the build.

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

var arguments = CommandLine.arguments.dropFirst()
let isCatalogues = arguments.first == "--catalogues"
if isCatalogues { arguments.removeFirst() }
guard let output = arguments.popFirst(), !isCatalogues || !arguments.isEmpty else {
    fail("embed-assets: no output named; usage: embed-assets OUTPUT FILE… or embed-assets --catalogues OUTPUT TEMPLATE FILE…")
}
do {
    let source: String
    if isCatalogues, let template = arguments.popFirst() {
        let translations = try arguments.map { try POFile(path: $0, bytes(of: $0)) }
        source = try EmbeddedCatalogues(template: POFile(path: template, bytes(of: template)), translations: translations).source
    } else {
        var assets = EmbeddedAssets()
        for path in arguments { try assets.add(path, bytes(of: path)) }
        source = assets.source
    }
    try Data(source.utf8).write(to: URL(filePath: output), options: .atomic)
} catch let error as EmbeddingError {
    fail(error.description)
} catch {
    fail("embed-assets: \(output): error: \(error.localizedDescription)")
}
