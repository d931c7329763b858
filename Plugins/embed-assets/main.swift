// SPDX-License-Identifier: Apache-2.0

import Foundation

// embed-assets OUTPUT FILE…: writes the files as Swift. Called by the plugin EmbedAssets during the build.

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

guard CommandLine.arguments.count > 1 else { fail("embed-assets: no output named; usage: embed-assets OUTPUT FILE…") }
let output = CommandLine.arguments[1]
var assets = EmbeddedAssets()
do {
    for path in CommandLine.arguments.dropFirst(2) { try assets.add(path, [UInt8](Data(contentsOf: URL(filePath: path)))) }
    try Data(assets.source.utf8).write(to: URL(filePath: output), options: .atomic)
} catch let error as EmbeddingError {
    fail(error.description)
} catch {
    fail("embed-assets: \(output): error: \(error.localizedDescription)")
}
