// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The keys of one session of Encrypted Media Extensions, from the request to their use.
struct KeyLicense: Sendable {
    /// Where the keys come from.
    enum Source: Hashable, Sendable {
        /// The playlist names a file with the key (KEYFORMAT identity). It is loaded already.
        case key([UInt8], url: String)
        /// A ClearKey licence server, which gets the browser's request (KEYFORMAT org.w3.clearkey).
        case server(String)
        /// The application.
        case application(SegmentEncryption?)
    }

    enum State: Sendable {
        /// The browser is making its request.
        case opening
        /// The application or a server was asked.
        case asking
        /// The browser has the keys, and will say whether they can be used.
        case updating
        case usable
        case failed(LoadFailure, isRestricted: Bool)
    }

    let number: Int
    /// 16 bytes each.
    let ids: [[UInt8]]
    let source: Source
    var state = State.opening
    /// When the state began, or a usable key was needed last.
    var since: Instant
    /// What the server has sent so far.
    var answer: [UInt8] = []

    init(_ number: Int, _ ids: [[UInt8]], _ source: Source, at now: Instant) {
        (self.number, self.ids, self.source, since) = (number, ids, source, now)
    }

    var isPending: Bool {
        switch state {
        case .opening, .asking, .updating: true
        case .usable, .failed: false
        }
    }
    var isUsable: Bool { if case .usable = state { true } else { false } }
    var failure: LoadFailure? { if case .failed(let failure, _) = state { failure } else { nil } }
    var isRestricted: Bool { if case .failed(_, let isRestricted) = state { isRestricted } else { false } }

    /// The keys by their identifiers, for messages.
    var name: String { "the key " + ids.map { KeyText.hexadecimal($0) }.joined(separator: ", ") }

    /// Where the keys come from, for messages; nil for the application.
    var url: String? {
        switch source {
        case .key(_, let url), .server(let url): url
        case .application: nil
        }
    }

    mutating func enter(_ next: State, at now: Instant) { (state, since) = (next, now) }

    mutating func fail(_ message: String, isRestricted: Bool = false, at now: Instant) {
        enter(.failed(LoadFailure(.key, message: message), isRestricted: isRestricted), at: now)
    }

    /// The browser has reported which of its keys can be used (EME, 6.4).
    /// - Parameter isUpdated: it has taken the licence, so that keys it doesn't list are missing.
    mutating func take(_ statuses: [KeyStatus], isUpdated: Bool, at now: Instant) {
        switch state {
        case .updating, .usable: break
        case .opening, .asking, .failed: return
        }
        for id in ids {
            guard let status = statuses.first(where: { $0.id == id }) else {
                if isUpdated { fail("the licence has no key for " + KeyText.hexadecimal(id) + place, at: now) }
                return
            }
            switch status.status {
            case "usable", "output-downscaled": break
            case "status-pending": return
            case "output-restricted":
                return fail(
                    name + " may not be used with this screen; a screen that is connected with HDCP, or a lower quality, may be allowed",
                    isRestricted: true, at: now)
            default: return fail("the browser can't use " + name + " (" + status.status + "); ask for a new licence" + place, at: now)
            }
        }
        enter(.usable, at: now)
    }

    private var place: String { url.map { ": " + $0 } ?? "" }
}
