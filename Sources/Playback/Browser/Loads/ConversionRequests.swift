// SPDX-License-Identifier: Apache-2.0

import WindowboxTransmux

/// The conversion requests to the page for one segment.
struct ConversionRequests: Sendable {
    private var waiting: [UInt8] = []
    /// The key of the samples, until it was passed on.
    var key: SampleKey?
    /// No bytes follow.
    private(set) var hasLast = false
    private var hasAsked = false
    private var hasAskedForLast = false
    /// The number of unanswered requests.
    private var open = 0

    mutating func add(_ bytes: [UInt8]) { waiting += bytes }
    mutating func end() { hasLast = true }

    /// The next request; nil for none. The end is requested separately, so that bytes that can't be converted don't affect
    /// those before them.
    mutating func take() -> (bytes: [UInt8], isEnd: Bool, key: SampleKey?)? {
        let isEnd = waiting.isEmpty
        if isEnd {
            guard hasLast, !hasAskedForLast else { return nil }
            hasAskedForLast = true
        }
        defer { (waiting, key) = ([], nil) }
        hasAsked = true
        open += 1
        return (waiting, isEnd, key)
    }

    /// Handles a response; they arrive in the order of the requests. Returns false if there was no request.
    mutating func answered() -> Bool {
        guard open > 0 else { return false }
        open -= 1
        return true
    }

    /// Whether conversion has begun and the end has not been requested.
    var isOpen: Bool { hasAsked && !hasAskedForLast }
    /// Whether all requests were answered, including the one for the end.
    var isOver: Bool { hasAskedForLast && open == 0 }
}
