// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension AdResolution {
    /// The ads of one response.
    struct Group: Sendable {
        /// The entry that requested this response.
        var parent: EntryIndex?
        var entries: [Entry]
        /// Stand-alone ads that may replace a failed one.
        var reserve: [VASTAd]
        /// The wrappers that led here, outermost first.
        var chain: [VASTAd]
        var url: String
        /// The URLs that led here.
        var trail: [String]
    }

    struct EntryIndex: Hashable, Sendable {
        var group: Int
        var entry: Int
    }

    enum Entry: Sendable {
        case waiting
        case ad(ResolvedAd)
        case group(Int)
        case failed
    }

    struct Pending: Sendable {
        var url: String
        var position: EntryIndex
        var chain: [VASTAd]
        /// The URLs that led to it.
        var trail: [String]
    }

    /// The maximum number of ads taken from the pod of a response, and from its stand-alone ads; the rest is ignored. A failed ad is
    /// replaced by the next one, so without a limit a hostile response could cause an endless series of replacements.
    static let maximumAds = 100

    mutating func load(
        _ url: String, referrer: String?, for position: EntryIndex, chain: [VASTAd], trail: [String] = [], _ actions: inout [Action]
    ) {
        let id = requests
        requests += 1
        loads[id] = Pending(url: url, position: position, chain: chain, trail: trail + [url])
        actions.append(
            .load(
                Load(
                    id: id, url: url, referrer: referrer, timeout: chain.isEmpty ? settings.firstTimeout : settings.wrapperTimeout,
                    maximumBytes: settings.maximumBytes)))
    }

    mutating func received(_ id: Int, _ bytes: [UInt8], _ url: String, _ actions: inout [Action]) {
        guard let pending = loads.removeValue(forKey: id) else { return }
        do throws(VASTError) {
            let document = try VASTDocument.read(bytes, mode: settings.mode)
            problems += document.problems
            handle(document, from: url, for: pending.position, chain: pending.chain, trail: pending.trail, &actions)
        } catch {
            problems.append(error)
            report(error.code, pending.chain, &actions)
            perform([.drop(pending.position, mayReplace: pending.chain.last?.wrapper?.fallbackOnNoAd)], &actions)
        }
    }

    /// What is done to an entry.
    private enum Step {
        /// Accepts an inline ad, or follows a wrapper.
        case follow(VASTAd, EntryIndex)
        /// Replaces a failed entry by a reserve ad, or drops it; then its parent may fail too. `mayReplace` is the wrapper's
        /// `fallbackOnNoAd`; if it is nil, only ads of a pod are replaced.
        case drop(EntryIndex, mayReplace: Bool?)
    }

    /// Performs steps, each followed by the step that results from it. Not recursive, because a document may have thousands of ads that
    /// replace each other.
    private mutating func perform(_ steps: [Step], _ actions: inout [Action]) {
        var stack = Array(steps.reversed())
        while let step = stack.popLast() {
            let next: Step? =
                switch step {
                case .follow(let ad, let position): follow(ad, to: position, &actions)
                case .drop(let position, let mayReplace): drop(position, mayReplace: mayReplace)
                }
            if let next { stack.append(next) }
        }
    }

    /// Selects among the ads of a response (VAST 4.3, 2.2 and 3.19).
    mutating func handle(
        _ document: VASTDocument, from url: String, for position: EntryIndex, chain: [VASTAd], trail: [String] = [],
        _ actions: inout [Action]
    ) {
        var chosen = Array(document.pod.prefix(Self.maximumAds))
        var reserve = Array(document.standAlone.prefix(Self.maximumAds))
        if max(document.pod.count, document.standAlone.count) > Self.maximumAds {
            let reason = "the response has more than \(Self.maximumAds) ads; the others are ignored"
            problems.append(VASTError(.undefined, message: reason, remedy: "serve fewer ads"))
        }
        let wrapper = chain.last?.wrapper
        // Without permission for multiple ads, only the first stand-alone ad is used, or the pod's first ad if there is none.
        if !(wrapper?.allowsMultipleAds ?? settings.allowsMultipleAds) { (chosen, reserve) = (Array((reserve + chosen).prefix(1)), []) }
        if !(wrapper?.followsWrappers ?? settings.followsWrappers) {
            chosen.removeAll { $0.kind == .wrapper }
            reserve.removeAll { $0.kind == .wrapper }
        }
        if chosen.isEmpty, !reserve.isEmpty { chosen = [reserve.removeFirst()] }
        if chosen.count > Self.maxAds - adCount || reserve.count > Self.maxAds {
            let reason = "there are more than \(Self.maxAds) ads; the others are ignored"
            problems.append(VASTError(.undefined, message: reason, remedy: "serve fewer ads"))
            (chosen, reserve) = (Array(chosen.prefix(Self.maxAds - adCount)), Array(reserve.prefix(Self.maxAds)))
        }
        adCount += chosen.count
        guard !chosen.isEmpty else {
            report(.noAd, to: document.errors, &actions)
            report(.noAd, chain, &actions)
            problems.append(VASTError(.noAd, message: "there is no ad at \(url.prefix(200))", remedy: "fill the request"))
            perform([.drop(position, mayReplace: wrapper?.fallbackOnNoAd)], &actions)
            return
        }
        let index = groups.count
        groups.append(
            Group(parent: position, entries: chosen.map { _ in .waiting }, reserve: reserve, chain: chain, url: url, trail: trail))
        groups[position.group].entries[position.entry] = .group(index)
        perform(chosen.enumerated().map { .follow($0.element, EntryIndex(group: index, entry: $0.offset)) }, &actions)
    }

    private mutating func follow(_ ad: VASTAd, to position: EntryIndex, _ actions: inout [Action]) -> Step? {
        let (chain, url, trail) = (groups[position.group].chain, groups[position.group].url, groups[position.group].trail)
        guard let wrapper = ad.wrapper else {
            if let category = ad.blockedCategory(by: chain) {
                let reason = VASTError(
                    .categoryBlocked, line: ad.line, message: "the category \(category.prefix(100)) is blocked", remedy: "serve another ad")
                problems.append(reason)
                report(.categoryBlocked, chain + [ad], &actions)
                return .drop(position, mayReplace: true)
            }
            if settings.requiresCategory, ad.categories.allSatisfy({ $0.value.isEmpty }) {
                problems.append(VASTError(.categoryMissing, line: ad.line, message: "the ad has no category", remedy: "add Category"))
                report(.categoryMissing, chain + [ad], &actions)
                return .drop(position, mayReplace: true)
            }
            groups[position.group].entries[position.entry] = .ad(ResolvedAd(ad, wrappers: chain, url: url))
            return nil
        }
        let inner = chain + [ad]
        let pending = Pending(url: "", position: position, chain: inner, trail: trail)
        guard let tag = wrapper.tagURI else {
            return failure(pending, .wrapper, "a wrapper has no URL", "add VASTAdTagURI", &actions)
        }
        let target = URIResolver.resolve(tag, against: url)
        guard Self.mayReference(from: url, to: target) else {
            return failure(pending, .wrapper, "a wrapper must not refer to \(target.prefix(100))", "use an http or https URL", &actions)
        }
        if trail.contains(target) || target == url {
            return failure(pending, .wrapperLimit, "the wrapper refers back to \(target.prefix(200))", "end the chain with an ad", &actions)
        }
        guard inner.count <= settings.wrapperLimit else {
            return failure(pending, .wrapperLimit, "there are more than \(settings.wrapperLimit) wrappers", "shorten the chain", &actions)
        }
        guard requests < settings.requestLimit else {
            return failure(
                pending, .wrapperLimit, "the ads need more than \(settings.requestLimit) requests", "use fewer wrappers", &actions)
        }
        load(target, referrer: url, for: position, chain: inner, trail: trail, &actions)
        return nil
    }

    /// Whether a document may refer to a URL: http and https are always allowed, local files only in local documents. The content of a
    /// `data:` URL may come from anywhere, so it counts as remote.
    static func mayReference(from referrer: String, to target: String) -> Bool {
        func scheme(_ url: String) -> String { url.firstIndex(of: ":").map { url[..<$0].lowercased() } ?? "" }
        let isRemote = ["http", "https", "data"].contains(scheme(referrer))
        return ["http", "https"].contains(scheme(target)) || (!isRemote && ["", "file"].contains(scheme(target)))
    }

    mutating func fail(_ pending: Pending, _ code: VASTErrorCode, _ message: String, _ remedy: String, _ actions: inout [Action]) {
        let step = failure(pending, code, message, remedy, &actions)
        perform([step], &actions)
    }

    private mutating func failure(
        _ pending: Pending, _ code: VASTErrorCode, _ message: String, _ remedy: String, _ actions: inout [Action]
    ) -> Step {
        problems.append(VASTError(code, message: message, remedy: remedy))
        report(code, pending.chain, &actions)
        return .drop(pending.position, mayReplace: pending.chain.last?.wrapper?.fallbackOnNoAd)
    }

    /// Reports an error to all levels of the wrapper chain.
    private mutating func report(_ code: VASTErrorCode, _ chain: [VASTAd], _ actions: inout [Action]) {
        report(code, to: chain.lazy.flatMap(\.errors).filter { $0 != "about:blank" }, &actions)
    }

    private mutating func report(_ code: VASTErrorCode, to urls: some Sequence<String>, _ actions: inout [Action]) {
        let urls = Array(urls.prefix(Self.maxReports - reportCount))
        reportCount += urls.count
        if !urls.isEmpty { actions.append(.report(code, urls: urls)) }
    }

    /// The maximum number of ads in a resolution, and in reserve for one response.
    private static let maxAds = 200
    /// The maximum number of URLs that a resolution requests to report errors.
    private static let maxReports = 1000

    private mutating func drop(_ position: EntryIndex, mayReplace: Bool?) -> Step? {
        groups[position.group].entries[position.entry] = .failed
        let isPod = groups[position.group].entries.count > 1
        if mayReplace ?? isPod, !groups[position.group].reserve.isEmpty {
            let next = groups[position.group].reserve.removeFirst()
            groups[position.group].entries[position.entry] = .waiting
            return .follow(next, position)
        }
        let isLost = groups[position.group].entries.allSatisfy { if case .failed = $0 { true } else { false } }
        guard isLost, let parent = groups[position.group].parent else { return nil }
        return .drop(parent, mayReplace: groups[position.group].chain.last?.wrapper?.fallbackOnNoAd)
    }
}
