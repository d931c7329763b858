// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

/// The keys of encrypted samples in fragmented MP4, which the browser decrypts: Encrypted Media Extensions with Clear Key (W3C, 9.1).
///
/// It is told what the segments need and what the page reports, and says what the page is to do. Segments wait until their keys are usable.
struct ContentProtection: Sendable {
    enum Readiness: Sendable {
        case ready, waiting
        case failed(LoadFailure)
    }

    /// The keys of a segment or a fragment.
    struct Request: Sendable {
        /// 16 bytes each.
        var ids: [[UInt8]]
        /// The entry of the playlist that stands for them; nil if it has none.
        var encryption: SegmentEncryption?
        /// The key of 16 bytes that the entry names, if it is an identity key.
        var key: [UInt8]?
    }

    private enum System: Sendable {
        case closed, opening(since: Instant), open
        case failed(LoadFailure)
    }

    /// The application has keys, or a function that gives them.
    let hasApplicationKeys: Bool
    private var system = System.closed
    private var licenses: [KeyLicense] = []
    private var actions: [BrowserAction] = []
    private var last = 0
    /// When the browser said that it lacks a key; nil if it plays.
    private var lackingSince: Instant?
    private var lastFailure: LoadFailure?
    /// The file of the key of the samples that the page's converter decrypts.
    var converterKeyURL: String?
    /// Whether a key of the item may not be used with the viewer's screen.
    private(set) var isRestricted = false

    static let keySystem = "org.w3.clearkey"
    /// The number of the first fetch of a licence; no other fetch has one as large.
    private static let firstFetch = 1 << 26
    /// Bytes of a licence that are believed.
    private static let longestLicense = 256 << 10
    /// Seconds that the application and the browser may take.
    private static let patience = 30.0
    /// Seconds in which a key may turn out to be usable after the browser has asked for it.
    private static let grace = 3.0
    /// Sessions that are kept: the keys of a live stream may change every minute for days.
    private static let maxLicenses = 32

    init(hasApplicationKeys: Bool) { self.hasApplicationKeys = hasApplicationKeys }

    mutating func takeActions() -> [BrowserAction] {
        defer { actions = [] }
        return actions
    }

    /// Whether the browser decrypts anything.
    var isInUse: Bool { if case .closed = system { false } else { true } }
    private var isPending: Bool {
        if case .opening = system { return true }
        return licenses.contains { $0.isPending }
    }

    // MARK: Needs

    /// The entry of a playlist whose keys can be had.
    func usable(_ encryption: [SegmentEncryption]) -> SegmentEncryption? {
        encryption.first {
            ($0.method == .sampleAES || $0.method == .sampleAESCTR)
                && ($0.keyFormat == "identity" || $0.keyFormat == Self.keySystem || hasApplicationKeys)
        }
    }

    /// The file of an identity key that is needed before the segment.
    func keyURL(_ encryption: [SegmentEncryption]) -> String? {
        guard let usable = usable(encryption), usable.keyFormat == "identity", !hasApplicationKeys else { return nil }
        return usable.keyURL
    }

    /// A segment with encrypted tracks needs its keys.
    mutating func need(_ tracks: [TrackProtection], _ request: Request, at now: Instant) -> Readiness {
        guard !tracks.isEmpty else { return .ready }
        // Without an entry the samples may be in the clear; the browser will say.
        guard request.encryption != nil || hasApplicationKeys else { return .ready }
        if let other = tracks.first(where: { $0.scheme != "cenc" && $0.scheme != "cbcs" }) {
            return .failed(
                LoadFailure(
                    .unsupported, message: "the samples are encrypted by the scheme " + other.scheme + "; browsers decrypt cenc and cbcs"))
        }
        open(tracks, at: now)
        return need(request, at: now)
    }

    /// A segment or a fragment needs keys.
    @discardableResult
    mutating func need(_ request: Request, at now: Instant) -> Readiness {
        if case .failed(let failure) = system { return .failed(failure) }
        let missing = request.ids.filter { id in !licenses.contains { $0.ids.contains(id) } }
        if !missing.isEmpty {
            do throws(LoadProblem) { ask(missing, try source(request, of: missing), at: now) } catch {
                lastFailure = error.failure
                return .failed(error.failure)
            }
        }
        var isWaiting = if case .open = system { false } else { true }
        for index in licenses.indices where licenses[index].ids.contains(where: { request.ids.contains($0) }) {
            let license = licenses[index]
            if license.isUsable { licenses[index].since = now }
            if let failure = license.failure { return .failed(failure) }
            if case .key(let known, let url) = license.source, let key = request.key, key != known {
                return .failed(
                    LoadFailure(
                        .unsupported,
                        message: "the keys at " + url + " and " + (request.encryption?.keyURL ?? "") + " belong to one identifier, "
                            + KeyText.hexadecimal(license.ids[0]) + "; browsers need an identifier for each key"))
            }
            if license.isPending { isWaiting = true }
        }
        return isWaiting ? .waiting : .ready
    }

    private func source(_ request: Request, of ids: [[UInt8]]) throws(LoadProblem) -> KeyLicense.Source {
        if hasApplicationKeys { return .application(request.encryption) }
        let url = request.encryption?.keyURL ?? ""
        if let key = request.key {
            guard key.count == 16 else {
                throw LoadProblem(LoadFailure(.key, message: "the key at " + url + " has " + String(key.count) + " bytes; it needs 16"))
            }
            return .key(key, url: url)
        }
        let schemes = request.encryption?.keyFormat == Self.keySystem ? ["https:", "http:", "data:"] : []
        for scheme in schemes where url.utf8.starts(with: scheme.utf8) { return .server(url) }
        throw LoadProblem(
            LoadFailure(
                .key,
                message: "the key " + ids.map { KeyText.hexadecimal($0) }.joined(separator: ", ")
                    + " is unknown, and EXT-X-KEY names no server for it; set the element's keys or keyProvider"))
    }

    /// Asks the page for the key system, once.
    private mutating func open(_ tracks: [TrackProtection], at now: Instant) {
        guard case .closed = system else { return }
        system = .opening(since: now)
        func types(_ kind: TrackKind) -> [String] {
            tracks.filter { $0.kind == kind }.map { kind.name + "/mp4; codecs=\"" + $0.codec + "\"" }
        }
        actions.append(
            .protection(
                .open(system: Self.keySystem, scheme: tracks[0].scheme, video: types(.video), audio: types(.audio))))
    }

    private mutating func ask(_ ids: [[UInt8]], _ source: KeyLicense.Source, at now: Instant) {
        if licenses.count >= Self.maxLicenses, let old = licenses.filter({ $0.isUsable }).min(by: { $0.since < $1.since }) {
            licenses.removeAll { $0.number == old.number }
            actions.append(.protection(.end(old.number)))
        }
        last += 1
        licenses.append(KeyLicense(last, ids, source, at: now))
        // What is asked before the key system is there waits in the page.
        actions.append(.protection(.session(last, dataType: "keyids", data: KeyText.initializationData(ids))))
    }

    private mutating func change(_ number: Int, _ body: (inout KeyLicense, inout [BrowserAction]) -> Void) {
        guard let index = licenses.firstIndex(where: { $0.number == number }) else { return }
        body(&licenses[index], &actions)
        if let failure = licenses[index].failure { lastFailure = failure }
        if licenses[index].isRestricted { isRestricted = true }
    }

    // MARK: Reports

    mutating func handle(_ event: ProtectionEvent, at now: Instant) {
        switch event {
        case .opened: system = .open
        case .refused(let refusal): refused(refusal)
        case .request(let number, let message): request(number, message, at: now)
        case .statuses(let number, let statuses, let isUpdated):
            change(number) { license, _ in license.take(statuses, isUpdated: isUpdated, at: now) }
        case .failed(let number, let reason): failed(number, reason, at: now)
        case .keys(let number, let keys): given(number, keys, at: now)
        case .lacksKey: lackingSince = lackingSince ?? now
        }
    }

    private mutating func refused(_ refusal: ProtectionRefusal) {
        let message =
            switch refusal {
            case .missing: "the browser has no Encrypted Media Extensions, which encrypted samples need; use another browser"
            case .insecure: "browsers decrypt samples in secure contexts only; load the page by HTTPS"
            case .refused(let reason): "the browser doesn't decrypt these samples with Clear Key (" + reason + "); offer them in the clear"
            }
        system = .failed(LoadFailure(.unsupported, message: message))
    }

    /// The browser's request for a licence.
    private mutating func request(_ number: Int, _ message: [UInt8], at now: Instant) {
        change(number) { license, actions in
            guard case .opening = license.state else { return }
            switch license.source {
            case .key(let key, _): Self.update(&license, KeyText.license(license.ids.map { ($0, key) }), &actions, at: now)
            case .server(let url):
                license.enter(.asking, at: now)
                let body = url.utf8.starts(with: "data:".utf8) ? nil : message
                actions.append(
                    .fetch(
                        BrowserFetch(
                            id: Self.firstFetch + number, url: url, span: nil,
                            limits: .init(connect: Self.patience, firstByte: Self.patience, idle: Self.patience, whole: Self.patience),
                            body: body)))
            case .application(let encryption):
                license.enter(.asking, at: now)
                actions.append(
                    .protection(
                        .ask(
                            number, ids: license.ids.map { KeyText.hexadecimal($0) }, format: encryption?.keyFormat, url: encryption?.keyURL
                        )))
            }
        }
    }

    private static func update(_ license: inout KeyLicense, _ bytes: [UInt8], _ actions: inout [BrowserAction], at now: Instant) {
        license.enter(.updating, at: now)
        actions.append(.protection(.update(license.number, license: bytes)))
    }

    /// The application has answered.
    private mutating func given(_ number: Int, _ keys: [GivenKey], at now: Instant) {
        change(number) { license, actions in
            guard case .asking = license.state else { return }
            var known: [(id: [UInt8], key: [UInt8])] = []
            for id in license.ids {
                guard let entry = keys.first(where: { KeyText.bytes($0.id) == id }) else {
                    return license.fail(
                        "the application has no key for " + KeyText.hexadecimal(id)
                            + "; add it to the element's keys, or let its keyProvider return it", at: now)
                }
                guard let key = KeyText.bytes(entry.key) else {
                    return license.fail(
                        "the application's key for " + entry.id + " isn't 16 bytes in hexadecimal digits or base64url", at: now)
                }
                known.append((id, key))
            }
            Self.update(&license, KeyText.license(known), &actions, at: now)
        }
    }

    /// Something has gone wrong in the page, in the browser's or the application's words.
    private mutating func failed(_ number: Int, _ reason: String, at now: Instant) {
        change(number) { license, _ in
            let message =
                switch license.state {
                case .asking: "the application's keyProvider failed: " + reason
                case .updating:
                    "the browser doesn't take the licence (" + reason + ")"
                        + (license.url.map { "; a ClearKey server answers with a JSON Web Key Set: " + $0 } ?? "")
                case .opening, .usable, .failed: "the browser can't ask for " + license.name + ": " + reason
                }
            license.fail(message, at: now)
        }
    }

    // MARK: Licence servers

    func fetches(_ id: Int) -> Bool { id >= Self.firstFetch }

    mutating func received(_ id: Int, _ bytes: [UInt8], at now: Instant) {
        change(id - Self.firstFetch) { license, actions in
            license.answer += bytes
            guard license.answer.count > Self.longestLicense else { return }
            actions.append(.cancel(id))
            license.fail("the answer of the ClearKey server is no licence, it has no end: " + (license.url ?? ""), at: now)
        }
    }

    mutating func completed(_ id: Int, at now: Instant) {
        change(id - Self.firstFetch) { license, actions in
            guard case .asking = license.state else { return }
            Self.update(&license, license.answer, &actions, at: now)
            license.answer = []
        }
    }

    mutating func fetchFailed(_ id: Int, _ failure: LoadFailure, at now: Instant) {
        change(id - Self.firstFetch) { license, _ in license.fail("the ClearKey server gave no licence: " + failure.message, at: now) }
    }

    // MARK: Failures

    /// What has failed so far may be tried again.
    mutating func forgetFailures() {
        for license in licenses where license.failure != nil { actions.append(.protection(.end(license.number))) }
        licenses.removeAll { $0.failure != nil }
    }

    /// Ends what takes too long.
    /// - Parameter isPlaying: whether the element has something to show.
    /// - Returns: why playback can't go on.
    mutating func check(isPlaying: Bool, at now: Instant) -> StreamingError? {
        if isPlaying { lackingSince = nil }
        if case .opening(let since) = system, now - since > Self.patience { refused(.refused("no answer in 30 s")) }
        for license in licenses where license.isPending && now - license.since > Self.patience {
            failed(license.number, "no answer in 30 s", at: now)
        }
        guard let since = lackingSince, now - since > Self.grace, !isPending else { return nil }
        if case .failed(let failure) = system { return StreamingError(.unsupported, message: failure.message) }
        return StreamingError(
            .key,
            message: lastFailure?.message
                ?? "the samples are encrypted with a key that the playlist doesn't name; add EXT-X-KEY, or set the element's keys"
        )
    }

    /// What a failure of the decoder means.
    /// - Parameter hasPlayed: whether something was decoded before.
    func explanation(of reason: String, hasPlayed: Bool) -> StreamingError? {
        guard !hasPlayed else { return nil }
        let license = licenses.last { $0.isUsable }
        guard let url = license?.url ?? converterKeyURL else {
            return license.map { Self.wrongKey($0.name + " of the application", reason, url: nil) }
        }
        return Self.wrongKey((license?.name ?? "the key") + " from " + url, reason, url: url)
    }

    private static func wrongKey(_ name: String, _ reason: String, url: String?) -> StreamingError {
        StreamingError(
            .key, message: "what was decrypted with " + name + " can't be decoded (" + reason + "); the key is probably wrong", url: url)
    }
}
