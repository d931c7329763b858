// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxStreaming

/// Caches keys and shares requests in progress: each key is requested once, however many segments need it.
public final class KeyStore: Sendable {
    /// Identifies a key. The initialization vector isn't part of it: it belongs to the segment.
    private struct Name: Hashable, Sendable {
        let url: String
        let format: String
        let method: SegmentEncryption.Method
    }
    private struct State {
        var keys: [Name: [UInt8]] = [:]
        var order: [Name] = []
    }

    private let providers: [any KeyProvider]
    private let capacity: Int
    private let state = Mutex(State())
    private let underway = Coalescer<Name, [UInt8]>()

    /// - Parameters:
    ///   - providers: in order of preference.
    ///   - capacity: maximum number of cached keys; the oldest is removed first.
    public init(_ providers: [any KeyProvider], capacity: Int = 64) {
        self.providers = providers
        self.capacity = max(1, capacity)
    }

    /// The first of a segment's encryptions (one per key format) that a provider supports; nil if there is none, or if their methods are
    /// unknown.
    public func choose(_ encryptions: [SegmentEncryption]) -> SegmentEncryption? {
        encryptions.first { encryption in encryption.method.isKnown && providers.contains { $0.handles(encryption) } }
    }

    /// The error for a list of encryptions if ``choose(_:)`` supports none of them.
    public func refusal(of encryptions: [SegmentEncryption], url: String) -> TransportError {
        let known = encryptions.filter(\.method.isKnown)
        guard !known.isEmpty else { return .unknownMethod(encryptions.first?.method.name ?? "NONE", url: url) }
        let formats = known.map { "\($0.method.name) with the key format \"\($0.keyFormat)\"" }.joined(separator: ", ")
        return TransportError(
            .key, url: known[0].keyURL, message: "No key provider supports \(formats); give the player one for that key format.")
    }

    /// Returns a key from memory or from the first provider that supports its format. Requests for the same key at the same time share one.
    public func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
        let encryption = request.encryption
        let name = Name(url: encryption.keyURL, format: encryption.keyFormat, method: encryption.method)
        if let known = known(name) { return known }
        guard encryption.method.isKnown else { throw .unknownMethod(encryption.method.name, url: encryption.keyURL) }
        guard let provider = providers.first(where: { $0.handles(encryption) }) else {
            throw TransportError(
                .key, url: encryption.keyURL,
                message: "No key provider supports \(encryption.method.name) with the key format \"\(encryption.keyFormat)\".")
        }
        return try await underway.value(name, url: encryption.keyURL) { () async throws(TransportError) in
            // A request that found no key above may arrive here after the load that provided it has ended.
            if let known = self.known(name) { return known }
            let key = try await provider.key(for: request)
            guard encryption.method.keyLength == nil || key.count == encryption.method.keyLength else {
                throw .wrongKeyLength(key.count, expected: encryption.method.keyLength ?? 0, url: encryption.keyURL)
            }
            // Stored before the load ends, because nobody can join it afterwards.
            self.keep(key, as: name)
            return key
        }
    }

    /// Forgets all keys.
    public func removeAll() { state.withLock { $0 = State() } }

    private func known(_ name: Name) -> [UInt8]? { state.withLock { $0.keys[name] } }

    private func keep(_ key: [UInt8], as name: Name) {
        state.withLock { state in
            if state.keys.updateValue(key, forKey: name) == nil { state.order.append(name) }
            if state.order.count > capacity { state.keys[state.order.removeFirst()] = nil }
        }
    }
}
