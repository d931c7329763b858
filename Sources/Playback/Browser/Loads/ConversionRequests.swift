// SPDX-License-Identifier: Apache-2.0

/// The conversion requests to the page for one segment.
struct ConversionRequests: Sendable {
    private var waiting: [UInt8] = []
    /// No bytes follow.
    private(set) var hasLast = false
    private var hasAsked = false
    private var hasAskedForLast = false
    /// Requests without an answer.
    private var open = 0

    mutating func add(_ bytes: [UInt8]) { waiting += bytes }
    mutating func end() { hasLast = true }

    /// The next request; nil for none. The end is requested separately, so that bytes that can't be converted don't affect
    /// those before them.
    mutating func take() -> (bytes: [UInt8], isEnd: Bool)? {
        let isEnd = waiting.isEmpty
        if isEnd {
            guard hasLast, !hasAskedForLast else { return nil }
            hasAskedForLast = true
        }
        defer { waiting = [] }
        hasAsked = true
        open += 1
        return (waiting, isEnd)
    }

    /// An answer has come; they come in the order of the requests. Returns false if nothing was asked.
    mutating func answered() -> Bool {
        guard open > 0 else { return false }
        open -= 1
        return true
    }

    /// Whether something was asked, and the end wasn't.
    var isOpen: Bool { hasAsked && !hasAskedForLast }
    /// Whether everything was answered, the end too.
    var isOver: Bool { hasAskedForLast && open == 0 }
}
