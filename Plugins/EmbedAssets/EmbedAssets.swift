// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Embeds a target's scripts, style sheets, images and translations in its code, so that a program needs no files next to it.
@main struct EmbedAssets: BuildToolPlugin {
    private static let kinds: Set<String> = ["css", "js", "svg"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        // Sorted, so that the same files produce the same code on every machine.
        let files = target.sourceFiles.map(\.url).sorted { $0.lastPathComponent < $1.lastPathComponent }
        let tool = try context.tool(named: "embed-assets").url
        var commands: [Command] = []
        let assets = files.filter { Self.kinds.contains($0.pathExtension) }
        if !assets.isEmpty {
            let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedAssets.swift")
            commands.append(
                .buildCommand(
                    displayName: "Embedding the assets of \(target.name)", executable: tool,
                    arguments: [output.path] + assets.map(\.path), inputFiles: assets, outputFiles: [output]))
        }
        let templates = files.filter { $0.pathExtension == "pot" }
        guard templates.count < 2 else {
            throw EmbeddingProblem(description: "\(target.name) has more than one template of translations (.pot); keep one")
        }
        let translations = files.filter { $0.pathExtension == "po" }
        if let template = templates.first {
            let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedCatalogues.swift")
            commands.append(
                .buildCommand(
                    displayName: "Embedding the translations of \(target.name)", executable: tool,
                    arguments: ["--catalogues", output.path, template.path] + translations.map(\.path),
                    inputFiles: [template] + translations, outputFiles: [output]))
        } else if !translations.isEmpty {
            throw EmbeddingProblem(description: "\(target.name) has translations (.po) without their template (.pot); add it")
        }
        return commands
    }
}

struct EmbeddingProblem: Error, CustomStringConvertible {
    let description: String
}
