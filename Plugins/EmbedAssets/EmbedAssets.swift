// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Embeds a target's scripts, style sheets and images in its code, so that a program needs no files next to it.
@main struct EmbedAssets: BuildToolPlugin {
    private static let kinds: Set<String> = ["css", "js", "svg"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        // Sorted, so that the same files produce the same code on every machine.
        let files = target.sourceFiles.map(\.url).filter { Self.kinds.contains($0.pathExtension) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedAssets.swift")
        return [
            .buildCommand(
                displayName: "Embedding the assets of \(target.name)", executable: try context.tool(named: "embed-assets").url,
                arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
        ]
    }
}
