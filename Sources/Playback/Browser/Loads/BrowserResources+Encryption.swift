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

    /// Fetches what a segment depends on.
    /// - Parameter needed: the numbers of the fetches that it has to wait for.
    mutating func need(
        _ segment: SegmentLoad, _ limits: StreamLoad.TimeLimits, _ needed: inout [Int]
    ) throws(LoadProblem) -> [BrowserAction] {
        let isFragmented = segment.initialization != nil && segment.contentType != .subtitles
        var kinds = try keys(segment.encryption, isFragmented: isFragmented)
        if let section = segment.initialization {
            kinds.append(.section(section))
            kinds += try keys(section.encryption, isFragmented: isFragmented)
        }
        return fetch(kinds, limits, &needed)
    }

    /// Fetches keys that the multivariant playlist announces (EXT-X-SESSION-KEY), before a segment needs them.
    mutating func prepareKeys(_ presentation: Presentation) -> [BrowserAction] {
        var needed: [Int] = []
        var kinds: [Kind] = []
        for key in presentation.sessionKeys { if let url = protection.keyURL([key]) { kinds.append(.key(url)) } }
        return fetch(kinds, .init(), &needed)
    }

    private mutating func fetch(_ kinds: [Kind], _ limits: StreamLoad.TimeLimits, _ needed: inout [Int]) -> [BrowserAction] {
        var actions: [BrowserAction] = []
        for kind in kinds {
            guard let (id, isNew) = need(kind) else { continue }
            needed.append(id)
            guard isNew else { continue }
            switch kind {
            case .key(let url): actions.append(.fetch(BrowserFetch(id: id, url: url, span: nil, limits: limits)))
            case .section(let section):
                actions.append(.fetch(BrowserFetch(id: id, url: section.location.url, span: section.location.span, limits: limits)))
            }
        }
        return actions
    }

    /// The file of the key that is needed.
    /// - Parameter isFragmented: in fragmented MP4, so that the browser can decrypt samples.
    private func keys(_ encryption: [SegmentEncryption], isFragmented: Bool) throws(LoadProblem) -> [Kind] {
        guard !encryption.isEmpty else { return [] }
        if let usable = Self.usable(encryption) { return [.key(usable.keyURL)] }
        if isFragmented, protection.usable(encryption) != nil { return protection.keyURL(encryption).map { [Kind.key($0)] } ?? [] }
        if !isFragmented, let samples = Self.sampleEncryption(encryption) { return [.key(samples.keyURL)] }
        throw LoadProblem(
            LoadFailure(
                .unsupported,
                message: "the segment is encrypted in a way that isn't supported in browsers; supported are AES-128 and SAMPLE-AES with "
                    + "the key format identity, and in fragmented MP4 SAMPLE-AES-CTR and the key format org.w3.clearkey"))
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
