// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCaptions

func read(_ text: String, as format: CaptionFormat? = nil) -> CaptionDocument { CaptionDocument.read(Array(text.utf8), as: format) }

/// Captions of public projects; tests of them are skipped if they are missing.
enum Corpus {
    static let root = ProcessInfo.processInfo.environment["WINDOWBOX_CORPORA"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("captions")
    }

    static var isPresent: Bool { root.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let root else { return [] }
        return Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    static func document(_ path: String) throws -> CaptionDocument { CaptionDocument.read(try bytes(path)) }

    static func files(_ folder: String) throws -> [String] {
        guard let root else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
            .filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }

    static func json(_ path: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(try bytes(path))) }
}
