// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Asks the host for product details: once per video when it is first shown, or once per page of a feed.
public struct HydrationProcess: Sendable {
    /// What happens to products.
    public enum Event: Sendable {
        /// The products of a video, in order, as returned by the service.
        case videoActive(String, [Product])
        /// The products of all short videos on a page, which are requested together.
        case page(videos: [(video: FeedVideo, products: [Product])])
        /// The host has answered a question.
        case answered([ProductHydration], question: Int)
        /// The host's code failed.
        case failed(message: String, question: Int)
        /// The requested time has come.
        case wake
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Request details by external IDs; the response carries the question's number.
        case ask(externalIDs: [String], video: String?, question: Int)
        /// The current products of a video, without hidden ones.
        case show(video: String, [ShownProduct], isWaiting: Bool)
        /// Tell the program that the host failed, with its message.
        case reportFailure(String)
        /// Send ``Event/wake`` at a time, in the clock's seconds.
        case wake(at: Double)
    }

    /// Seconds after which products are shown without the host's details; later responses are still applied.
    public let timeout: Double
    private var products: [String: [Product]] = [:]
    private var known: [String: ProductHydration] = [:]
    private var requested: Set<String> = []
    private var questions: [Int: (video: String?, externalIDs: [String], due: Double)] = [:]
    private var last = 0
    private let isHydrated: Bool

    /// - Parameters:
    ///   - isHydrated: whether the host provides details at all.
    ///   - timeout: in seconds.
    public init(isHydrated: Bool = true, timeout: Double = 5) {
        self.isHydrated = isHydrated
        self.timeout = timeout
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .videoActive(let video, let list):
            products[video] = list
            let isNew = requested.insert(video).inserted
            guard isHydrated, isNew, !list.isEmpty else { return show([video], now) }
            return request(list, video, now) + show([video], now)
        case .page(let videos):
            var list: [Product] = []
            for (video, shown) in videos where video.type == .video {
                products[video.id] = shown
                list += shown
            }
            guard isHydrated, !list.isEmpty else { return [] }
            return request(list, nil, now)
        case .answered(let hydrations, let question):
            guard let answered = questions.removeValue(forKey: question) else { return [] }
            // Ignore products that were not requested.
            for hydration in hydrations where answered.externalIDs.contains(hydration.externalID) {
                known[hydration.externalID] = hydration
            }
            return show(affected(by: Set(answered.externalIDs)), now)
        case .failed(let message, let question):
            guard let answered = questions.removeValue(forKey: question) else { return [] }
            return [.reportFailure(message)] + show(affected(by: Set(answered.externalIDs)), now)
        case .wake: return show(affected(by: Set(questions.values.filter { $0.due <= now }.flatMap(\.externalIDs))), now)
        }
    }

    private mutating func request(_ list: [Product], _ video: String?, _ now: Double) -> [Action] {
        var ids: [String] = []
        for product in list where !ids.contains(product.externalID) { ids.append(product.externalID) }
        last += 1
        questions[last] = (video, ids, now + timeout)
        return [.ask(externalIDs: ids, video: video, question: last), .wake(at: now + timeout)]
    }

    private func affected(by ids: Set<String>) -> [String] {
        products.filter { $0.value.contains { ids.contains($0.externalID) } }.keys.sorted()
    }

    private func show(_ videos: [String], _ now: Double) -> [Action] {
        let waiting = Set(questions.values.filter { $0.due > now }.flatMap(\.externalIDs))
        return videos.map { video in
            let list = products[video] ?? []
            let shown = list.map { known[$0.externalID]?.applied(to: $0) ?? ShownProduct(product: $0) }.filter { !$0.product.hidden }
            return .show(video: video, shown, isWaiting: list.contains { waiting.contains($0.externalID) })
        }
    }
}
