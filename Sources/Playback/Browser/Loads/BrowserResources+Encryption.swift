// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

// Decryption of segments and initialization sections.
extension BrowserResources {
    /// The key to decrypt it with in this player.
    static func usable(_ encryption: [SegmentEncryption]) -> SegmentEncryption? {
        encryption.first { $0.method == .aes128 && $0.keyFormat == "identity" }
    }

    /// Finds the file of the key that is needed.
    /// - Parameter isFragmented: in fragmented MP4, so that the browser can decrypt samples.
    func key(_ encryption: [SegmentEncryption], isFragmented: Bool, _ kinds: inout [BrowserResources.Kind]) -> LoadFailure? {
        guard !encryption.isEmpty else { return nil }
        if let usable = Self.usable(encryption) {
            kinds.append(.key(usable.keyURL))
        } else if !isFragmented, let samples = Self.sampleEncryption(encryption) {
            kinds.append(.key(samples.keyURL))
        } else if isFragmented, protection.usable(encryption) != nil {
            if let url = protection.keyURL(encryption) { kinds.append(.key(url)) }
        } else {
            return LoadFailure(
                .unsupported,
                message:
                    "the segment is encrypted in a way that isn't supported in browsers; supported are AES-128 and SAMPLE-AES with the "
                    + "key format identity, and in fragmented MP4 SAMPLE-AES-CTR and the key format org.w3.clearkey")
        }
        return nil
    }

    /// The key of the samples of MPEG-TS and packed audio, which the page's converter decrypts.
    static func sampleEncryption(_ encryption: [SegmentEncryption]) -> SegmentEncryption? {
        encryption.first { $0.method == .sampleAES && $0.keyFormat == "identity" }
    }

    mutating func sampleKey(_ segment: SegmentLoad) throws(LoadProblem) -> SampleKey? {
        guard segment.initialization == nil, let samples = Self.sampleEncryption(segment.encryption) else { return nil }
        let key = bytes(.key(samples.keyURL)) ?? []
        guard key.count == 16 else { throw Self.short(key, samples) }
        protection.converterKeyURL = samples.keyURL
        return SampleKey(key: key, vector: samples.initializationVector)
    }

    private static func short(_ key: [UInt8], _ encryption: SegmentEncryption) -> LoadProblem {
        LoadProblem(
            LoadFailure(.key, message: "the key at " + encryption.keyURL + " has " + String(key.count) + " bytes; AES-128 needs 16"))
    }

    /// Whether the samples behind an initialization section can be decrypted now; false while their keys are awaited.
    mutating func isDecryptable(
        _ section: [UInt8]?, _ segment: SegmentLoad, _ kinds: [TrackKind], at now: Instant
    ) throws(LoadProblem) -> Bool {
        guard let section, segment.contentType != .subtitles else { return true }
        let tracks = TrackProtection.all(in: section).filter { kinds.contains($0.kind) }
        switch protection.need(tracks, request(tracks.flatMap { $0.keyIDs }, segment), at: now) {
        case .ready: return true
        case .waiting: return false
        case .failed(let failure): throw LoadProblem(failure)
        }
    }

    /// Asks for keys that a fragment names itself. Its samples wait in the browser.
    mutating func needKeys(ofFragment bytes: [UInt8], _ segment: SegmentLoad, at now: Instant) {
        guard protection.isInUse else { return }
        let ids = TrackProtection.keyIDs(inFragment: bytes)
        if !ids.isEmpty { protection.need(request(ids, segment), at: now) }
    }

    private func request(_ ids: [[UInt8]], _ segment: SegmentLoad) -> ContentProtection.Request {
        ContentProtection.Request(
            ids: ids, encryption: protection.usable(segment.encryption),
            key: protection.keyURL(segment.encryption).flatMap { bytes(.key($0)) })
    }

    /// A fetched initialization section, decrypted; nil if none is needed.
    func initialization(_ needed: InitializationSection?) throws(LoadProblem) -> [UInt8]? {
        guard let needed else { return nil }
        let section = bytes(.section(needed))
        guard var cipher = try cipher(needed.encryption) else { return section }
        guard let section, case let plain = cipher.update(section), let rest = cipher.finish() else {
            throw LoadProblem(LoadFailure(.malformed, message: "the initialization section can't be decrypted; check EXT-X-KEY"))
        }
        return plain + rest
    }

    func cipher(_ encryption: [SegmentEncryption]) throws(LoadProblem) -> CBCDecryptor? {
        guard let usable = Self.usable(encryption) else { return nil }
        let key = bytes(.key(usable.keyURL)) ?? []
        guard let cipher = CBCDecryptor(key: key, vector: usable.initializationVector) else {
            throw Self.short(key, usable)
        }
        return cipher
    }
}
