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
        let decoding = DecodingTrial()
        var held: [Sample] = []
    }

    private var proven: Set<Proof> = []
    private var trials: [TrackKind: Trial] = [:]
    private var key: SampleKey?
    private var decryptor: SampleDecryptor?
    private var isPackedAudio = false
    private var url = ""

    /// Begins another segment.
    /// - Parameter key: the sample key; nil when the playlist names none for the segment.
    mutating func begin(_ key: SampleKey?, container: Container, url: String) throws(CodecError) {
        trials.removeAll()
        isPackedAudio = container.isPackedAudio
        self.url = url
        if key == self.key { return }
        self.key = key
        decryptor = nil
        guard let key else { return }
        do throws(TransportError) { decryptor = try SampleDecryptor(key.encryption, key: key.key) } catch {
            throw CodecError(.locked, error.description)
        }
    }

    /// Decrypts one sample.
    /// - Returns: the samples that may be queued now, in order within their track.
    /// - Throws: ``CodecError/Code/locked`` without a key, with a wrong one, or for an unknown scheme.
    mutating func take(_ sample: Sample) throws(CodecError) -> [Sample] {
        let kind = sample.format.kind
        guard let protection = sample.protection ?? (isPackedAudio && decryptor != nil ? .ofCodec : nil) else {
            guard trials[kind] != nil else { return [sample] }
            trials[kind]!.held.append(sample)
            return []
        }
        guard let key, let decryptor else {
            throw CodecError(
                .locked,
                "the \(sample.format.codec) samples of \(url) are encrypted, but the playlist has no sample key for them; "
                    + "add an EXT-X-KEY with METHOD=SAMPLE-AES or SAMPLE-AES-CTR before the segment, or a ContentProtection element "
                    + "to the AdaptationSet of a DASH manifest")
        }
        let clear = try sample.unlocked(decryptor.payload(of: sample, protection, url: url))
        let proof = Proof(key: key.key, kind: kind)
        if proven.contains(proof) { return [clear] }
        var trial = trials[kind] ?? Trial()
        trial.held.append(clear)
        trials[kind] = trial
        switch trial.decoding.take(clear) {
        case nil: return []
        case .sound:
            proven.insert(proof)
            trials[kind] = nil
            return trial.held
        case .nonsense:
            throw CodecError(
                .locked,
                "the \(sample.format.codec) samples of \(url) are invalid after decryption: the key from \(key.encryption.keyURL) or its IV "
                    + "is not the one used for \(key.encryption.method.name) encryption; \(key.encryption.cure)")
        }
    }

    /// Returns the samples still held back at the end of the segment: too few for a verdict.
    mutating func finish() -> [Sample] {
        defer { trials.removeAll() }
        return trials.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { trials[$0]!.held }
    }
}

extension SegmentEncryption {
    /// What to check when its key is wrong.
    fileprivate var cure: String {
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
