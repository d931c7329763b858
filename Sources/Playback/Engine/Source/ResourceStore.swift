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
        /// Decrypts the samples of a segment that is not encrypted as a whole.
        var sampleKeys: SampleKeys?
    }

    private let transport: any Transport
    private let keys: KeyStore
    private let referrer: String
    private var sections: [InitializationSection: [UInt8]] = [:]
    private var order: [InitializationSection] = []
    private let underway = Coalescer<InitializationSection, [UInt8]>()

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
        guard let secret = try await secret else { return prepared }
        if secret.encryption.method.coversWholeSegments {
            prepared.cipher = try SegmentCipher(secret.encryption, key: secret.key.get(), url: load.location.url)
        } else {
            prepared.sampleKeys = SampleKeys(
                encryption: secret.encryption, key: secret.key,
                lookup: secret.encryption.namesKeysByIdentifier
                    ? SampleKeyLookup(keys, secret.encryption, limits: limits, referrer: referrer) : nil)
        }
        return prepared
    }

    private struct Secret {
        var encryption: SegmentEncryption
        /// May be a failure if the media can name another key.
        var key: Result<[UInt8], TransportError>
    }

    /// The first offered key for which there is a provider; nil if the resource is not encrypted.
    private func secret(
        for offers: [SegmentEncryption], url: String, _ limits: StreamLoad.TimeLimits
    ) async throws(TransportError) -> Secret? {
        guard !offers.isEmpty else { return nil }
        guard let chosen = keys.choose(offers) else {
            let refusal = keys.refusal(of: offers, url: url)
            // The manifest does not name a key, or names another one than the media.
            guard let offer = offers.first(where: { $0.namesKeysByIdentifier && $0.method.isKnown }) else { throw refusal }
            return Secret(encryption: offer, key: .failure(refusal))
        }
        do throws(TransportError) {
            let key = try await keys.key(for: KeyRequest(chosen, limits: limits, referrer: referrer))
            return Secret(encryption: chosen, key: .success(key))
        } catch {
            if error.cause == .cancelled { throw error }
            // Report a missing key rather than a failed segment, whatever the cause: other variants use the same key.
            let failure = TransportError(.key, url: chosen.keyURL, message: error.description)
            guard chosen.namesKeysByIdentifier else { throw failure }
            return Secret(encryption: chosen, key: .failure(failure))
        }
    }

    /// Segments that need the same section at the same time share one load.
    private func bytes(
        of section: InitializationSection, _ limits: StreamLoad.TimeLimits
    ) async throws(TransportError) -> [UInt8] {
        if let known = sections[section] { return known }
        return try await underway.value(section, url: section.location.url) { () async throws(TransportError) in
            try await self.load(section, limits)
        }
    }

    private func load(_ section: InitializationSection, _ limits: StreamLoad.TimeLimits) async throws(TransportError) -> [UInt8] {
        // A load may have ended between the search for it and the begin of this one.
        if let known = sections[section] { return known }
        do throws(TransportError) {
            let bytes = try await read(section, limits)
            if sections.updateValue(bytes, forKey: section) == nil { order.append(section) }
            if order.count > 64 { sections[order.removeFirst()] = nil }
            return bytes
        } catch {
            var error = error
            error.isInitialization = true
            throw error
        }
    }

    /// An initialization section takes a few kilobytes, never this much. The tables of a transport stream come early, too.
    private static let maximumBytes = 16 << 20

    /// Reads an initialization section, as far as it is needed.
    private func read(_ section: InitializationSection, _ limits: StreamLoad.TimeLimits) async throws(TransportError) -> [UInt8] {
        let url = section.location.url
        let request = TransportRequest(url: url, span: section.location.span, limits: limits, referrer: referrer)
        let body = try await transport.open(request).body.makeAsyncIterator()
        var cipher: SegmentCipher?
        if let secret = try await secret(for: section.encryption, url: url, limits), secret.encryption.method.coversWholeSegments {
            cipher = try SegmentCipher(secret.encryption, key: secret.key.get(), url: url)
        }
        var tables = TransportStreamTables()
        var received = 0
        while !tables.isComplete, let chunk = try await body.next() {
            received += chunk.count
            guard received <= Self.maximumBytes else {
                // A program without its table doesn't keep the others from playing.
                if tables.hasProgram { return tables.bytes }
                throw TransportError(
                    .tooLarge, url: url,
                    message: "The initialization section is longer than \(Self.maximumBytes) bytes; it is probably not one.")
            }
            tables.append(Array(cipher?.update(chunk) ?? chunk))
        }
        if !tables.isComplete, let last = try cipher?.finish() { tables.append(Array(last)) }
        tables.finish()
        return tables.bytes
    }
}
