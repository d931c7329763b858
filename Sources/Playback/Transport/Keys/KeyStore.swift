// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxStreaming

/// Keys that were had already, and those on their way: a key is asked for once, however many segments want it.
public final class KeyStore: Sendable {
    /// What tells one key from another. The initialization vector does not: it belongs to the segment.
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
    ///   - providers: In order of preference.
    ///   - capacity: Keys kept; the oldest goes first.
    public init(_ providers: [any KeyProvider], capacity: Int = 64) {
        self.providers = providers
        self.capacity = max(1, capacity)
    }

    /// The first of several encryptions of one segment (one per key format) that a provider can open; nil when none can, or when
    /// their methods are not known here.
    public func choose(_ encryptions: [SegmentEncryption]) -> SegmentEncryption? {
        encryptions.first { encryption in encryption.method.isKnown && providers.contains { $0.handles(encryption) } }
    }

    /// Why ``choose(_:)`` found none among encryptions of a segment.
    public func refusal(of encryptions: [SegmentEncryption], url: String) -> TransportError {
        let known = encryptions.filter(\.method.isKnown)
        guard !known.isEmpty else { return .unknownMethod(encryptions.first?.method.name ?? "NONE", url: url) }
        let formats = known.map { "\($0.method.name) by \"\($0.keyFormat)\"" }.joined(separator: ", ")
        return TransportError(
            .key, url: known[0].keyURL, message: "No key provider opens \(formats); give the player one for that key format.")
    }

    public func key(for request: KeyRequest) async throws(TransportError) -> [UInt8] {
        let encryption = request.encryption
        let name = Name(url: encryption.keyURL, format: encryption.keyFormat, method: encryption.method)
        if let known = known(name) { return known }
        guard encryption.method.isKnown else { throw .unknownMethod(encryption.method.name, url: encryption.keyURL) }
        guard let provider = providers.first(where: { $0.handles(encryption) }) else {
            throw TransportError(
                .key, url: encryption.keyURL,
                message: "No key provider opens \(encryption.method.name) with the key format \"\(encryption.keyFormat)\".")
        }
        return try await underway.value(name, url: encryption.keyURL) { () async throws(TransportError) in
            // Who found none above may come here after the load that brought it has ended.
            if let known = self.known(name) { return known }
            let key = try await provider.key(for: request)
            guard encryption.method.keyLength == nil || key.count == encryption.method.keyLength else {
                throw .wrongKeyLength(key.count, wanted: encryption.method.keyLength ?? 0, url: encryption.keyURL)
            }
            // Before the load ends: from then on nobody can join it.
            self.keep(key, as: name)
            return key
        }
    }

    public func removeAll() { state.withLock { $0 = State() } }

    private func known(_ name: Name) -> [UInt8]? { state.withLock { $0.keys[name] } }

    private func keep(_ key: [UInt8], as name: Name) {
        state.withLock { state in
            if state.keys.updateValue(key, forKey: name) == nil { state.order.append(name) }
            if state.order.count > capacity { state.keys[state.order.removeFirst()] = nil }
        }
    }
}
