// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

/// Loads and caches the initialization sections and keys that segments depend on.
actor ResourceStore {
    struct SegmentDependencies: Sendable {
        /// Prepended to the segment; empty when it has none.
        var initialization: [UInt8] = []
        /// Decrypts a segment that is encrypted as a whole.
        var cipher: SegmentCipher?
        /// Decrypts a segment whose samples are encrypted.
        var sampleKey: SampleKey?
    }

    private let transport: any Transport
    private let keys: KeyStore
    private let referrer: String
    private var sections: [InitializationSection: Task<[UInt8], any Error>] = [:]
    private var order: [InitializationSection] = []

    init(transport: any Transport, keys: KeyStore, referrer: String) {
        self.transport = transport
        self.keys = keys
        self.referrer = referrer
    }

    /// Fetches everything a segment depends on concurrently.
    func prepare(_ load: SegmentLoad, limits: StreamLoad.TimeLimits) async throws -> SegmentDependencies {
        async let secret = secret(for: load.encryption, url: load.location.url, limits)
        var prepared = SegmentDependencies()
        if let section = load.initialization { prepared.initialization = try await bytes(of: section, limits) }
        guard let (encryption, key) = try await secret else { return prepared }
        if encryption.method.coversWholeSegments {
            prepared.cipher = try SegmentCipher(encryption, key: key, url: load.location.url)
        } else {
            prepared.sampleKey = SampleKey(encryption: encryption, key: key)
        }
        return prepared
    }

    /// The first offered key that a provider can open; nil when nothing is encrypted.
    private func secret(
        for offers: [SegmentEncryption], url: String, _ limits: StreamLoad.TimeLimits
    ) async throws(TransportError) -> (SegmentEncryption, [UInt8])? {
        guard !offers.isEmpty else { return nil }
        guard let chosen = keys.choose(offers) else { throw keys.refusal(of: offers, url: url) }
        do throws(TransportError) { return (chosen, try await keys.key(for: KeyRequest(chosen, limits: limits, referrer: referrer))) } catch
        {
            // Report a key failure, whatever its cause: a different variant of the segment would use the same key.
            throw error.cause == .cancelled ? error : TransportError(.key, url: chosen.keyURL, message: error.description)
        }
    }

    private func bytes(of section: InitializationSection, _ limits: StreamLoad.TimeLimits) async throws -> [UInt8] {
        if let task = sections[section] {
            do { return try await task.value } catch { sections[section] = nil }
        }
        let (transport, referrer) = (transport, referrer)
        let task = Task {
            // An initialization section takes some kilobytes, never sixteen megabytes.
            let request = TransportRequest(
                url: section.location.url, span: section.location.span, limits: limits, maximumBytes: 16 << 20, referrer: referrer)
            let bytes = try await transport.bytes(of: request)
            guard let (encryption, key) = try await self.secret(for: section.encryption, url: section.location.url, limits),
                encryption.method.coversWholeSegments
            else { return bytes }
            var cipher = try SegmentCipher(encryption, key: key, url: section.location.url)
            return try Array(cipher.update(ByteChunk(bytes))) + Array(cipher.finish())
        }
        sections[section] = task
        order.append(section)
        if order.count > 64 { sections[order.removeFirst()] = nil }
        return try await task.value
    }
}

/// The key of individually encrypted samples.
struct SampleKey: Hashable, Sendable {
    let encryption: SegmentEncryption
    let key: [UInt8]
}
