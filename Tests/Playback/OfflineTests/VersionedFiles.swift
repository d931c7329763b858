// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit
import WindowboxOrigin

/// A stream's files as a server has them that names versions and holds to `If-Range`.
final class VersionedFiles: Sendable {
    private struct State {
        var version = 1
        var replaced: [String: [UInt8]] = [:]
    }
    private let folder: URL
    private let state = Mutex(State())

    init(_ stream: GeneratedStream) { folder = stream.directory }

    /// From now on the server has another version of everything, with these bytes in place of the stream's.
    func change(_ files: [String: [UInt8]] = [:]) {
        state.withLock { state in
            state.version += 1
            state.replaced = files
        }
    }

    func answer(_ request: OriginRequest) -> OriginResponse {
        let (version, replaced) = state.withLock { ($0.version, $0.replaced) }
        let file = (try? Data(contentsOf: folder.appending(path: String(request.path.dropFirst())))).map { Array($0) }
        let tag = "\"v\(version)\""
        let isCurrent = request.header("If-Range").map { $0 == tag } ?? true
        var response = memoryAnswer(
            (replaced[request.path] ?? file).map { [request.path: $0] } ?? [:], to: isCurrent ? request : request.without("Range"))
        response.headers.append(("ETag", tag))
        return response
    }
}
