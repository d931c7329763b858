// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Follows wrappers until the ads are there that are to be played (VAST 4.3, 2.3.5): decides what to load, what to take in the place
/// of what failed, and whom to tell. It loads nothing itself.
public struct AdResolution: Sendable {
    public struct Settings: Hashable, Sendable {
        /// Wrappers behind each other at most.
        public var wrapperLimit = 5
        /// Requests in all at most, since a pod may be made of wrappers.
        public var requestLimit = 40
        /// Seconds that the first answer may take.
        public var firstTimeout = 8.0
        /// Seconds that the answer to a wrapper may take.
        public var wrapperTimeout = 4.0
        /// Seconds for all of it; then what is not there has failed.
        public var totalTimeout = 30.0
        /// Of an answer.
        public var maximumBytes = 8 << 20
        public var mode = AdMarkup.Mode.lenient
        /// Whether the first answer may be a pod, as a schedule's source says.
        public var allowsMultipleAds = true
        /// Whether the first answer's wrappers are followed, as a schedule's source says.
        public var followsWrappers = true
        /// Whether an ad must name a category to be taken.
        public var requiresCategory = false

        public init() {}
    }

    public enum Event: Sendable {
        /// The first address, and the document that named it, if one did.
        case begin(url: String, referrer: String? = nil)
        /// Ads that are already there, and the address they came from.
        case document(VASTDocument, url: String)
        /// The answer to a load, and its address after redirects.
        case received(load: Int, bytes: [UInt8], url: String)
        case failed(load: Int, Failure)
        /// ``AdResolution/Settings/totalTimeout`` is over.
        case timeIsOver
    }

    /// Why there is no answer.
    public enum Failure: Hashable, Sendable { case timeout, unavailable, tooLarge }

    public enum Action: Hashable, Sendable {
        case load(Load)
        case cancel(load: Int)
        /// To fill in `[ERRORCODE]` and the other macros and send.
        case report(VASTErrorCode, urls: [String])
        /// ``AdResolution/ads`` is what there is.
        case finish
    }

    public struct Load: Hashable, Sendable {
        public var id: Int
        /// Absolute; macros are not filled in yet.
        public var url: String
        /// The document that named it.
        public var referrer: String?
        /// In seconds.
        public var timeout: Double
        public var maximumBytes: Int
    }

    public let settings: Settings
    /// What went wrong, in the order it did.
    public internal(set) var problems: [VASTError] = []
    var groups: [Group] = []
    var loads: [Int: Pending] = [:]
    var requests = 0
    var hasFinished = false

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// The ads to play in their order, each merged with the wrappers that led to it.
    public var ads: [ResolvedAd] { groups.isEmpty ? [] : ads(of: 0) }

    /// Stand-alone ads of the first answer that were not needed.
    public var reserve: [VASTAd] { groups.count > 1 ? groups[1].reserve : [] }

    private func ads(of group: Int) -> [ResolvedAd] {
        groups[group].entries.flatMap { entry -> [ResolvedAd] in
            switch entry {
            case .ad(let ad): [ad]
            case .group(let inner): ads(of: inner)
            case .waiting, .failed: []
            }
        }
    }

    public mutating func handle(_ event: Event) -> [Action] {
        guard !hasFinished else { return [] }
        var actions: [Action] = []
        switch event {
        case .begin(let address, let referrer):
            let url = referrer.map { URIResolver.resolve(address, against: $0) } ?? address
            groups = [Group(parent: nil, entries: [.waiting], reserve: [], chain: [], url: url, trail: [])]
            let place = Place(group: 0, entry: 0)
            if let referrer, !Self.mayLead(from: referrer, to: url) {
                let pending = Pending(url: url, place: place, chain: [], trail: [])
                fail(pending, .wrapper, "a schedule must not lead to \(url.prefix(100))", "use an http or https address", &actions)
            } else {
                load(url, referrer: referrer, for: place, chain: [], &actions)
            }
        case .document(let document, let url):
            groups = [Group(parent: nil, entries: [.waiting], reserve: [], chain: [], url: url, trail: [])]
            take(document, from: url, for: Place(group: 0, entry: 0), chain: [], &actions)
        case .received(let id, let bytes, let url): received(id, bytes, url, &actions)
        case .failed(let id, let failure):
            guard let pending = loads.removeValue(forKey: id) else { break }
            let what = failure == .timeout ? "did not answer in time" : failure == .tooLarge ? "answers too much" : "does not answer"
            fail(pending, .wrapperTimeout, "\(pending.url.prefix(200)) \(what)", "check the ad server", &actions)
        case .timeIsOver:
            for (id, pending) in loads.sorted(by: { $0.key < $1.key }) {
                loads[id] = nil
                actions.append(.cancel(load: id))
                // No substitute is begun any more.
                for index in groups.indices { groups[index].reserve.removeAll { $0.kind == .wrapper } }
                fail(pending, .wrapperTimeout, "there was no time for \(pending.url.prefix(200))", "answer sooner", &actions)
            }
        }
        if loads.isEmpty, !groups.isEmpty, !hasFinished {
            hasFinished = true
            actions.append(.finish)
        }
        return actions
    }
}
