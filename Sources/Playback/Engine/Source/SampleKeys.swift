// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxStreaming
import WindowboxTransport

/// The keys of individually encrypted samples.
struct SampleKeys: Sendable {
    let encryption: SegmentEncryption
    /// The key that the playlist names, or the error of loading it.
    let key: Result<[UInt8], TransportError>
    /// Finds keys that the media names; nil if the playlist's key applies to all samples.
    let lookup: SampleKeyLookup?

    func isSame(as other: SampleKeys?) -> Bool { encryption == other?.encryption && (try? key.get()) == (try? other?.key.get()) }
}

/// Loads keys by the identifiers in the media, for a thread that blocks until they arrive.
final class SampleKeyLookup: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let keys: KeyStore
    private let encryption: SegmentEncryption
    private let limits: StreamLoad.TimeLimits
    private let referrer: String
    private let state = Monitor(State())

    init(_ keys: KeyStore, _ encryption: SegmentEncryption, limits: StreamLoad.TimeLimits, referrer: String) {
        self.keys = keys
        self.encryption = encryption
        self.limits = limits
        self.referrer = referrer
    }

    /// Blocks the calling thread until the key is loaded, so never call it from a task.
    /// - Parameters:
    ///   - id: the key identifier, 16 bytes.
    ///   - headers: the `pssh` boxes of the media.
    func key(_ id: [UInt8], headers: [[UInt8]]) throws(TransportError) -> [UInt8] {
        let request = KeyRequest(encryption.naming(id), limits: limits, referrer: referrer, protectionHeaders: headers)
        guard keys.choose([request.encryption]) != nil else { throw keys.refusal(of: [request.encryption], url: request.encryption.keyURL) }
        let outcome = Monitor<Result<[UInt8], TransportError>?>(nil)
        let keys = keys
        let isCancelled = state.change { state in
            if state.isCancelled { return true }
            state.task = Task {
                do throws(TransportError) {
                    let key = try await keys.key(for: request)
                    outcome.change { $0 = .success(key) }
                } catch { outcome.change { $0 = .failure(error) } }
            }
            return false
        }
        guard !isCancelled else {
            throw TransportError(.cancelled, url: request.encryption.keyURL, message: "The load that needs the key was cancelled.")
        }
        return try outcome.wait { $0 }.get()
    }

    /// Ends the current wait, and makes later ones fail.
    func cancel() {
        state.change { state in
            state.isCancelled = true
            state.task?.cancel()
        }
    }
}
