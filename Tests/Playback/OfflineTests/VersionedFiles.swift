// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit
import WindowboxOrigin

/// A stream's files on a server that sends validators and respects `If-Range`.
final class VersionedFiles: Sendable {
    private struct State {
        var version = 1
        var replaced: [String: [UInt8]] = [:]
        var asked: Set<String> = []
        var waiters: [String: [CheckedContinuation<Void, Never>]] = [:]
    }
    private let folder: URL
    private let state = Mutex(State())

    init(_ stream: GeneratedStream) { folder = stream.directory }

    /// Switches to another version of everything, with these bytes in place of the stream's.
    func change(_ files: [String: [UInt8]] = [:]) {
        state.withLock { state in
            state.version += 1
            state.replaced = files
        }
    }

    /// Waits until a path has been requested.
    func isAsked(for path: String) async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if state.asked.contains(path) { return true }
                state.waiters[path, default: []].append(waiter)
                return false
            }
            if isOver { waiter.resume() }
        }
    }

    func answer(_ request: OriginRequest) -> OriginResponse {
        let (version, replaced, waiters) = state.withLock { state in
            state.asked.insert(request.path)
            return (state.version, state.replaced, state.waiters.removeValue(forKey: request.path) ?? [])
        }
        for waiter in waiters { waiter.resume() }
        let file = (try? Data(contentsOf: folder.appending(path: String(request.path.dropFirst())))).map { Array($0) }
        let tag = "\"v\(version)\""
        let isCurrent = request.header("If-Range").map { $0 == tag } ?? true
        var response = memoryAnswer(
            (replaced[request.path] ?? file).map { [request.path: $0] } ?? [:], to: isCurrent ? request : request.without("Range"))
        response.headers.append(("ETag", tag))
        return response
    }
}
