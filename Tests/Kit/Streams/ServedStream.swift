// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxOrigin

/// A generated stream on a ``FaultyOrigin``, with some of its texts replaced.
public final class ServedStream: Sendable {
    public let origin: FaultyOrigin

    /// - Parameters:
    ///   - texts: What is answered in place of files, or beside them, by path without its first slash; a path with a query
    ///     counts before one without.
    ///   - aliases: First parts of paths that stand for the stream's own folder: `a` serves `/a/index.m3u8` as well.
    public init(_ name: String, texts: [String: String] = [:], aliases: [String] = [], rules: [FaultRule] = []) async throws {
        let folder = try OriginFolder(GeneratedStreams.named(name).directory.path)
        origin = try await FaultyOrigin(rules: rules) { request in
            var request = request
            let name = String(request.path.dropFirst())
            if let text = request.query.flatMap({ texts["\(name)?\($0)"] }) ?? texts[name] {
                return .text(text, type: MediaContentType.name(ofPath: name))
            }
            for alias in aliases where request.path.hasPrefix("/\(alias)/") { request.path.removeFirst(alias.count + 1) }
            return folder.answer(request)
        }
    }

    public func address(_ path: String) -> String { "\(origin.address)/\(path)" }

    /// What was asked for, without its first slash, in the order of arrival.
    public var paths: [String] { origin.requests.map { String($0.path.dropFirst()) } }
}
