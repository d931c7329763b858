// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Decrypts the samples of a content type.
///
/// The first samples of each key are held back until a decoder has found them valid, so that noise from a wrong key is never heard or seen.
struct SampleDecryptionStage {
    private struct Proof: Hashable {
        let key: [UInt8]
        let kind: TrackKind
    }

    private struct Trial {
        let key: [UInt8]
        let decoding = DecodingTrial()
        var held: [Sample] = []
    }

    /// Limits the tables in streams that change keys for days.
    private static let maximumKeys = 256

    private var proven: Set<Proof> = []
    /// By track, because several audio tracks may be decrypted side by side.
    private var trials: [Int: Trial] = [:]
    private var keys: SampleKeys?
    /// Keys by the identifier in the media; nil if the key could not be obtained.
    private var found: [[UInt8]: [UInt8]?] = [:]
    private var decryptors: [[UInt8]: SampleDecryptor] = [:]
    private var isPackedAudio = false
    private var url = ""

    /// Starts a new segment.
    /// - Parameter keys: the sample keys; nil if the playlist names none for the segment.
    mutating func begin(_ keys: SampleKeys?, container: Container, url: String) throws(CodecError) {
        trials.removeAll()
        isPackedAudio = container.isPackedAudio
        self.url = url
        let isSame = keys?.isSame(as: self.keys) ?? (self.keys == nil)
        // A lookup is only valid for one segment load.
        self.keys = keys
        if isSame { return }
        found.removeAll()
        decryptors.removeAll()
    }

    /// Decrypts one sample. It may block while it waits for a key, so call it on a separate thread.
    /// - Parameter headers: the media's `pssh` boxes, for key providers.
    /// - Returns: the samples that may be queued now, in order within their track.
    /// - Throws: ``CodecError/Code/locked`` if the key is missing or wrong, or the scheme is not supported.
    mutating func decrypt(_ sample: Sample, headers: @autoclosure () -> [[UInt8]] = []) throws(CodecError) -> [Sample] {
        let track = sample.track
        guard let protection = sample.protection ?? (isPackedAudio && keys != nil ? .ofCodec : nil) else {
            guard trials[track] != nil else { return [sample] }
            trials[track]!.held.append(sample)
            return []
        }
        guard let keys else {
            throw CodecError(
                .locked,
                "the \(sample.format.codec) samples of \(url) are encrypted, but the playlist has no sample key for them; "
                    + "add an EXT-X-KEY with METHOD=SAMPLE-AES or SAMPLE-AES-CTR before the segment, or a ContentProtection element "
                    + "to the AdaptationSet of a DASH manifest")
        }
        let key = try key(of: protection, keys, headers)
        let clear = try sample.unlocked(decryptor(key, keys).payload(of: sample, protection, url: url))
        let proof = Proof(key: key, kind: sample.format.kind)
        // Samples held for the previous key come first.
        var ready: [Sample] = []
        if let trial = trials[track], trial.key != key {
            ready = trial.held
            trials[track] = nil
        }
        if proven.contains(proof) { return ready + [clear] }
        var trial = trials[track] ?? Trial(key: key)
        trial.held.append(clear)
        trials[track] = trial
        switch trial.decoding.take(clear) {
        case nil: return ready
        case .valid:
            if proven.count >= Self.maximumKeys { proven.removeAll() }
            proven.insert(proof)
            trials[track] = nil
            return ready + trial.held
        case .invalid:
            throw CodecError(
                .locked,
                "the \(sample.format.codec) samples of \(url) are invalid after decryption: the key from \(keys.encryption.keyURL) or its IV "
                    + "is not the one used for \(keys.encryption.method.name) encryption; \(keys.encryption.remedy)")
        }
    }

    // MARK: Keys

    /// The key that the media names, otherwise that of the playlist or manifest.
    private mutating func key(
        of protection: SampleProtection, _ keys: SampleKeys, _ headers: () -> [[UInt8]]
    ) throws(CodecError) -> [UInt8] {
        guard case .common(let encryption) = protection, let lookup = keys.lookup, encryption.keyID.contains(where: { $0 != 0 }) else {
            return try Self.unwrapped(keys.key)
        }
        let id = encryption.keyID
        if let known = found[id] {
            if let known { return known }
            return try Self.unwrapped(keys.key)
        }
        if found.count >= Self.maximumKeys { found.removeAll() }
        do throws(TransportError) {
            // The manifest names the same key, which is already loaded.
            let key: [UInt8]
            if keys.encryption.naming(id).keyURL == keys.encryption.keyURL {
                key = try keys.key.get()
            } else {
                key = try lookup.key(id, headers: headers())
            }
            found[id] = key
            return key
        } catch {
            // Samples of a group need the group's key. A track's default key, however, is often the manifest's key under another
            // identifier.
            guard !encryption.isKeyOfGroup, error.cause != .cancelled, let key = try? keys.key.get() else {
                if encryption.isKeyOfGroup { throw CodecError(.locked, error.description) }
                return try Self.unwrapped(keys.key)
            }
            found[id] = .some(nil)
            return key
        }
    }

    private static func unwrapped(_ key: Result<[UInt8], TransportError>) throws(CodecError) -> [UInt8] {
        do throws(TransportError) { return try key.get() } catch { throw CodecError(.locked, error.description) }
    }

    private mutating func decryptor(_ key: [UInt8], _ keys: SampleKeys) throws(CodecError) -> SampleDecryptor {
        if let known = decryptors[key] { return known }
        do throws(TransportError) {
            let decryptor = try SampleDecryptor(keys.encryption, key: key)
            if decryptors.count >= Self.maximumKeys { decryptors.removeAll() }
            decryptors[key] = decryptor
            return decryptor
        } catch { throw CodecError(.locked, error.description) }
    }

    /// Returns the samples still held at the end of the segment: there are too few to judge the key.
    mutating func finish() -> [Sample] {
        defer { trials.removeAll() }
        return trials.keys.sorted().flatMap { trials[$0]!.held }
    }
}

extension SegmentEncryption {
    /// A hint on what to check if the key is wrong.
    fileprivate var remedy: String {
        keyFormat.hasPrefix("urn:mpeg:dash:")
            ? "check @default_KID in the manifest's ContentProtection, and the key ID on the licence server"
            : "check the URI and IV of its EXT-X-KEY"
    }
}

extension SampleDecryptor {
    fileprivate func payload(of sample: Sample, _ protection: SampleProtection, url: String) throws(CodecError) -> [UInt8] {
        var bytes = sample.withBytes { Array($0) }
        switch protection {
        case .ofCodec:
            switch sample.format.codec {
            case "h264": return decryptVideo(bytes)
            case "aac": decryptADTS(&bytes)
            case "ac3", "eac3": decryptAC3(&bytes)
            case let codec: throw CodecError(.locked, "SAMPLE-AES is not defined for \(codec), used by the encrypted samples of \(url)")
            }
        case .common(let encryption):
            guard let scheme = Scheme(encryption.scheme) else {
                throw CodecError(
                    .locked,
                    "\(url) uses the unknown encryption scheme \"\(encryption.scheme)\"; supported schemes are cenc, cens, cbc1 and cbcs"
                )
            }
            decrypt(
                &bytes, scheme: scheme, subsamples: encryption.subsamples.map { .init(clear: $0.clear, protected: $0.protected) },
                pattern: .init(encrypted: encryption.encryptedBlocks, skipped: encryption.skippedBlocks),
                vector: encryption.vector.isEmpty ? nil : encryption.vector)
        }
        return bytes
    }
}

extension SampleDecryptor.Scheme {
    fileprivate init?(_ name: String) {
        switch name {
        case "cenc": self = .cenc
        case "cens": self = .cens
        case "cbc1": self = .cbc1
        case "cbcs": self = .cbcs
        default: return nil
        }
    }
}
