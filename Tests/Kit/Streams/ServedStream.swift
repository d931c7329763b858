// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxOrigin

/// A generated stream on a ``FaultyOrigin``, with some of its texts replaced.
public final class ServedStream: Sendable {
    public let origin: FaultyOrigin

    /// - Parameters:
    ///   - texts: Responses that replace or extend the files, by path without the leading slash; a path with a query takes
    ///     precedence over one without.
    ///   - aliases: Path prefixes that stand for the stream's own folder: `a` also serves `/a/index.m3u8`.
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

    /// The requested paths without the leading slash, in order of arrival.
    public var paths: [String] { origin.requests.map { String($0.path.dropFirst()) } }
}
