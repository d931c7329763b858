// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The chat of a live stream as seen by one viewer: the latest lines, in order.
public struct LiveChat: Hashable, Sendable {
    /// One message.
    public struct Line: Hashable, Sendable, Identifiable {
        /// The message as sent by the service.
        public var message: ChatMessage
        /// Removed by the hosts. The text is hidden; the position is kept in case they restore it.
        public var isRemoved: Bool

        public var id: String { message.id }

        public init(_ message: ChatMessage, isRemoved: Bool = false) {
            (self.message, self.isRemoved) = (message, isRemoved)
        }
    }

    /// Older lines are dropped.
    public static let maxLines = 300

    /// Oldest first, including removed ones.
    public private(set) var lines: [Line] = []
    /// This viewer's alias in the stream; nil before their first message.
    public private(set) var ownAlias: String?
    /// The number of lines received so far, including dropped ones; used to count new lines.
    public private(set) var total = 0

    public init() {}

    /// The visible lines: removed ones are hidden, except the viewer's own, which are marked.
    public var shown: [Line] { lines.filter { !$0.isRemoved || isOwn($0.message) } }

    /// Whether this viewer wrote a message; false for messages of hosts.
    public func isOwn(_ message: ChatMessage) -> Bool { ownAlias != nil && message.guestID == ownAlias && message.isHost != true }

    /// The message that another one replies to; nil if unknown or removed.
    public func answered(by message: ChatMessage) -> ChatMessage? {
        message.replyTo.flatMap { id in lines.first { $0.id == id && !$0.isRemoved }?.message }
    }

    /// - Returns: whether it was new.
    @discardableResult mutating func add(_ message: ChatMessage) -> Bool {
        if let index = lines.firstIndex(where: { $0.id == message.id }) {
            lines[index] = Line(message, isRemoved: message.deleted)
            return false
        }
        lines.append(Line(message, isRemoved: message.deleted))
        total += 1
        if lines.count > Self.maxLines { lines.removeFirst(lines.count - Self.maxLines) }
        return true
    }

    /// Adds the service's response to the viewer's message; it may arrive before or after the socket's copy.
    mutating func addOwn(_ message: ChatMessage) {
        ownAlias = message.guestID
        // The socket's copy may be newer.
        if !lines.contains(where: { $0.id == message.id }) { add(message) }
    }

    mutating func remove(_ id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].isRemoved = true
        lines[index].message.text = ""
        lines[index].message.couponCode = nil
    }

    /// Discards all lines; the viewer's alias is kept.
    mutating func clear() { lines = [] }
}
