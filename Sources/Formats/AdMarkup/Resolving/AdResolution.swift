// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Resolves wrappers down to playable ads (VAST 4.3, 2.3.5): decides what to load, what replaces a failed ad, and which errors to
/// report. It does no I/O itself.
public struct AdResolution: Sendable {
    /// Limits of a resolution.
    public struct Settings: Hashable, Sendable {
        /// The maximum depth of wrappers.
        public var wrapperLimit = 5
        /// The maximum number of requests in total, because a pod may consist of wrappers.
        public var requestLimit = 40
        /// The timeout for the first response, in seconds.
        public var firstTimeout = 8.0
        /// The timeout for a wrapper's response, in seconds.
        public var wrapperTimeout = 4.0
        /// The timeout for the entire resolution, in seconds; what has not arrived by then fails.
        public var totalTimeout = 30.0
        /// The maximum size of a response.
        public var maximumBytes = 8 << 20
        /// How strictly the documents are read; leniently by default.
        public var mode = AdMarkup.Mode.lenient
        /// Whether the first response may be a pod, as stated by a VMAP ad source.
        public var allowsMultipleAds = true
        /// Whether wrappers in the first response are followed, as stated by a VMAP ad source.
        public var followsWrappers = true
        /// Whether ads without a category are rejected.
        public var requiresCategory = false

        public init() {}
    }

    /// What happens to a resolution.
    public enum Event: Sendable {
        /// Starts with a URL and the document that referred to it, if any.
        case begin(url: String, referrer: String? = nil)
        /// Starts with ads already loaded, and their URL.
        case document(VASTDocument, url: String)
        /// The response to a load, and its URL after redirects.
        case received(load: Int, bytes: [UInt8], url: String)
        /// A load has failed.
        case failed(load: Int, Failure)
        /// ``AdResolution/Settings/totalTimeout`` has expired.
        case timeIsOver
    }

    /// Why a load failed.
    public enum Failure: Hashable, Sendable { case timeout, unavailable, tooLarge }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Send this request, and report its response.
        case load(Load)
        /// Cancel a request; its response is no longer needed.
        case cancel(load: Int)
        /// Expand `[ERRORCODE]` and the other macros, and send the requests.
        case report(VASTErrorCode, urls: [String])
        /// Resolution is complete; ``AdResolution/ads`` is the result.
        case finish
    }

    /// A document to load.
    public struct Load: Hashable, Sendable {
        /// Identifies the load in events and actions.
        public var id: Int
        /// An absolute URL with macros not yet expanded.
        public var url: String
        /// The URL of the document that refers to it.
        public var referrer: String?
        /// Seconds.
        public var timeout: Double
        /// The maximum size of the response; a longer one has failed.
        public var maximumBytes: Int
    }

    /// The limits given at initialization.
    public let settings: Settings
    /// Errors in the order in which they occurred.
    public internal(set) var problems: [VASTError] = []
    var groups: [Group] = []
    var loads: [Int: Pending] = [:]
    var requests = 0
    /// The number of ads accepted, and of URLs requested to report errors.
    var adCount = 0
    var reportCount = 0
    var hasFinished = false

    /// - Parameter settings: limits, by default those that VAST recommends.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// The ads to play, in order, each merged with its wrappers.
    public var ads: [ResolvedAd] { groups.isEmpty ? [] : ads(of: 0) }

    /// Stand-alone ads of the first response that were not used.
    public var reserve: [VASTAd] { groups.count > 1 ? groups[1].reserve : [] }

    private func ads(of group: Int) -> [ResolvedAd] {
        var ads: [ResolvedAd] = []
        var stack = Array(groups[group].entries.reversed())
        while let entry = stack.popLast() {
            switch entry {
            case .ad(let ad): ads.append(ad)
            case .group(let inner): stack += groups[inner].entries.reversed()
            case .waiting, .failed: break
            }
        }
        return ads
    }

    /// - Returns: what to do, in order; nothing after ``Action/finish``.
    public mutating func handle(_ event: Event) -> [Action] {
        guard !hasFinished else { return [] }
        var actions: [Action] = []
        switch event {
        case .begin(let address, let referrer):
            let url = referrer.map { URIResolver.resolve(address, against: $0) } ?? address
            groups = [Group(parent: nil, entries: [.waiting], reserve: [], chain: [], url: url, trail: [])]
            let position = EntryIndex(group: 0, entry: 0)
            if let referrer, !Self.mayReference(from: referrer, to: url) {
                let pending = Pending(url: url, position: position, chain: [], trail: [])
                fail(pending, .wrapper, "a schedule must not refer to \(url.prefix(100))", "use an http or https URL", &actions)
            } else {
                load(url, referrer: referrer, for: position, chain: [], &actions)
            }
        case .document(let document, let url):
            groups = [Group(parent: nil, entries: [.waiting], reserve: [], chain: [], url: url, trail: [])]
            handle(document, from: url, for: EntryIndex(group: 0, entry: 0), chain: [], &actions)
        case .received(let id, let bytes, let url): received(id, bytes, url, &actions)
        case .failed(let id, let failure):
            guard let pending = loads.removeValue(forKey: id) else { break }
            let what = failure == .timeout ? "did not respond in time" : failure == .tooLarge ? "sent too much data" : "did not respond"
            fail(pending, .wrapperTimeout, "\(pending.url.prefix(200)) \(what)", "check the ad server", &actions)
        case .timeIsOver:
            for (id, pending) in loads.sorted(by: { $0.key < $1.key }) {
                loads[id] = nil
                actions.append(.cancel(load: id))
                // No more time for wrappers as replacements.
                for index in groups.indices { groups[index].reserve.removeAll { $0.kind == .wrapper } }
                fail(pending, .wrapperTimeout, "there was no time left for \(pending.url.prefix(200))", "respond faster", &actions)
            }
        }
        if loads.isEmpty, !groups.isEmpty, !hasFinished {
            hasFinished = true
            actions.append(.finish)
        }
        return actions
    }
}
