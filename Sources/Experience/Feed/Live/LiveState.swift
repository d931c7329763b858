// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Date

/// A coupon code shared by the hosts.
public struct LiveCoupon: Hashable, Sendable {
    /// The code that viewers enter in the shop.
    public var code: String
    /// What the hosts say about it; may be empty.
    public var text: String
    /// The chat message that contains it.
    public var messageID: String?

    public init(code: String, text: String, messageID: String? = nil) {
        (self.code, self.text, self.messageID) = (code, text, messageID)
    }
}

/// Viewers who have just joined.
public struct LiveArrival: Hashable, Sendable {
    /// At most two.
    public var names: [String]
    /// The number of others who joined.
    public var others: Int
    /// The sequence number of its message, because the same names may occur again.
    public var number: Int64

    public init(names: [String], others: Int, number: Int64) { (self.names, self.others, self.number) = (names, others, number) }
}

/// The complete state of a live stream while it is watched.
public struct LiveState: Hashable, Sendable {
    /// Whether it is scheduled, live, paused or over.
    public private(set) var status: LiveStatus = .idle
    /// The scheduled start; nil if there is none.
    public private(set) var scheduledAt: Date?
    /// The actual start; nil before.
    public private(set) var startedAt: Date?
    /// The end; nil before.
    public private(set) var endedAt: Date?
    /// The number of viewers now.
    public private(set) var viewers = 0
    /// The latest arrival; nil if nobody has joined since this viewer.
    public private(set) var arrival: LiveArrival?
    /// The number of likes so far, this viewer's included.
    public internal(set) var likes = 0
    /// IDs of pinned products and interactions, newest first.
    public private(set) var pinned: [String] = []
    /// The text shown above the chat; nil if there is none.
    public private(set) var announcement: String?
    /// The chat messages and this viewer's part in the chat.
    public internal(set) var chat = LiveChat()
    /// Polls, questions, giveaways, quizzes and links.
    public internal(set) var games = LiveGames()
    /// Newest first, each code once.
    public private(set) var coupons: [LiveCoupon] = []
    /// In the host's order.
    public private(set) var products: [LiveProduct] = []
    /// The current live captions.
    public private(set) var captions = LiveCaptions()

    private static let maxCoupons = 20
    private static let maxPinned = 16

    public init() {}

    /// The products visible to viewers.
    public var shownProducts: [LiveProduct] { products.filter { !$0.hidden } }

    /// The visible pinned products, newest first.
    public var pinnedProducts: [LiveProduct] {
        pinned.compactMap { id in products.first { $0.productID == id && !$0.hidden } }
    }

    /// Updates the state with the stream as returned by the service.
    public mutating func take(_ stream: LiveStream) {
        (status, scheduledAt, startedAt, endedAt) = (stream.status, stream.scheduledAt, stream.startedAt, stream.endedAt)
        (viewers, likes) = (max(0, stream.viewers), max(0, stream.likes))
        (pinned, announcement) = (Array(stream.pinned.prefix(Self.maxPinned)), stream.announcement)
        products = stream.products
    }

    /// Updates the state with a message from the socket. Invalid or unknown messages are ignored.
    /// - Parameters:
    ///   - isRecent: false for events from before this viewer joined.
    ///   - now: seconds of any monotonic clock.
    public mutating func take(_ message: SocketMessage, isRecent: Bool = true, at now: Double = 0) {
        let data = message.data
        switch message.type {
        case .status: update(status: data)
        case .viewers:
            if let count = data.count { viewers = count }
            let names = data["joined"]?.elements?.compactMap(\.text).filter { !$0.isEmpty } ?? []
            guard isRecent, !names.isEmpty else { return }
            arrival = LiveArrival(
                names: Array(names.prefix(2)), others: (data["others"]?.whole ?? 0) + max(0, names.count - 2), number: message.seq)
        case .likes: if let count = data.count { likes = count }
        case .pinned: if let ids = data["ids"]?.elements { pinned = ids.compactMap(\.text).prefix(Self.maxPinned).map(\.self) }
        case .announcement: announcement = data["text"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        case .chatAdded, .chatRestored: if let line = data.value(ChatMessage.self) { chat.add(line) }
        case .chatRemoved: if let id = data["id"]?.text { chat.remove(id) }
        case .interactionLaunched, .interactionResults, .interactionEnded:
            if let interaction = data.value(Interaction.self) { games.update(interaction) }
        case .winner: update(winner: data)
        case .coupon: update(coupon: data)
        case .productUpdated: update(product: data)
        case .subtitle: captions.add(data, isRecent: isRecent, at: now)
        default: break
        }
    }

    /// Resets what the service will send again.
    mutating func beginAnew() {
        chat.clear()
        coupons = []
        captions = LiveCaptions()
    }

    /// - Returns: whether a caption has expired.
    mutating func expireCaptions(at now: Double) -> Bool { captions.end(at: now) }

    private mutating func update(status data: JSONValue) {
        guard let name = data["status"]?.text, LiveStatus.known.contains(LiveStatus(rawValue: name)) else { return }
        status = LiveStatus(rawValue: name)
        if status != .live { captions.clear() }
        scheduledAt = data["scheduled_at"]?.text.flatMap(Timestamp.date) ?? scheduledAt
        startedAt = data["started_at"]?.text.flatMap(Timestamp.date) ?? startedAt
        endedAt = data["ended_at"]?.text.flatMap(Timestamp.date) ?? endedAt
    }

    private mutating func update(winner data: JSONValue) {
        guard let id = data["interaction_id"]?.text else { return }
        let names = data["winners"]?.elements?.compactMap(\.text)
        games.change(id) { game in
            if let names { game.winners = names }
            if data["you"] == .bool(true) { game.hasWon = true }
        }
    }

    private mutating func update(coupon data: JSONValue) {
        guard let code = data["code"]?.text, !code.isEmpty else { return }
        coupons.removeAll { $0.code == code }
        coupons.insert(LiveCoupon(code: code, text: data["text"]?.text ?? "", messageID: data["message_id"]?.text), at: 0)
        coupons = Array(coupons.prefix(Self.maxCoupons))
    }

    private mutating func update(product data: JSONValue) {
        guard let id = data["product_id"]?.text else { return }
        if data["removed"] == .bool(true) { return products.removeAll { $0.productID == id } }
        guard let product = data.value(LiveProduct.self) else { return }
        if let index = products.firstIndex(where: { $0.productID == id }) { products[index] = product } else { products.append(product) }
    }
}

extension JSONValue {
    /// The integer under `count`, never negative.
    fileprivate var count: Int? { self["count"]?.whole }

    /// Never negative.
    fileprivate var whole: Int? {
        guard case .integer(let number) = self else { return nil }
        return Int(clamping: min(max(0, number), 1_000_000_000))
    }

    fileprivate func value<Value: Decodable>(_ type: Value.Type) -> Value? {
        (try? ContractJSON.encode(self)).flatMap { try? ContractJSON.decode(type, from: $0) }
    }
}
