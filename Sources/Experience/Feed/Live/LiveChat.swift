// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// What was written beside a live stream, as one viewer sees it: the newest lines, in order.
public struct LiveChat: Hashable, Sendable {
    /// One message.
    public struct Line: Hashable, Sendable, Identifiable {
        public var message: ChatMessage
        /// The hosts have taken it away: its text is gone, its place is kept in case they bring it back.
        public var isRemoved: Bool

        public var id: String { message.id }

        public init(_ message: ChatMessage, isRemoved: Bool = false) {
            (self.message, self.isRemoved) = (message, isRemoved)
        }
    }

    /// Older lines are forgotten.
    public static let mostLines = 300

    /// The oldest first, with those that were taken away.
    public private(set) var lines: [Line] = []
    /// How this viewer is called in this stream; nil before the first message of their own.
    public private(set) var ownAlias: String?
    /// Lines that came since the beginning, forgotten ones too: what is new is counted with it.
    public private(set) var total = 0

    public init() {}

    /// What is to be seen: without what was taken away, but for the viewer's own, of which it is said.
    public var shown: [Line] { lines.filter { !$0.isRemoved || isOwn($0.message) } }

    public func isOwn(_ message: ChatMessage) -> Bool { ownAlias != nil && message.guestID == ownAlias && message.isHost != true }

    /// The message that another one answers; nil where it is not known, or was taken away.
    public func answered(by message: ChatMessage) -> ChatMessage? {
        message.replyTo.flatMap { id in lines.first { $0.id == id && !$0.isRemoved }?.message }
    }

    /// - Returns: whether it was not known before.
    @discardableResult mutating func add(_ message: ChatMessage) -> Bool {
        if let index = lines.firstIndex(where: { $0.id == message.id }) {
            lines[index] = Line(message, isRemoved: message.deleted)
            return false
        }
        lines.append(Line(message, isRemoved: message.deleted))
        total += 1
        if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
        return true
    }

    /// The service's answer to what the viewer wrote: it may come before the socket tells it, or behind.
    mutating func addOwn(_ message: ChatMessage) {
        ownAlias = message.guestID
        // The socket may know better by now.
        if !lines.contains(where: { $0.id == message.id }) { add(message) }
    }

    mutating func remove(_ id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return }
        lines[index].isRemoved = true
        lines[index].message.text = ""
        lines[index].message.couponCode = nil
    }

    /// Nothing that was told counts any more; the viewer's alias stays.
    mutating func clear() { lines = [] }
}
