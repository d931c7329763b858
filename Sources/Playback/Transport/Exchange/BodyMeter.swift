// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// Cuts a body to what was asked for and holds it to what was announced and allowed.
struct BodyMeter {
    private let url: String
    /// Bytes still to pass over before those that were asked for.
    private var skip: Int
    /// Bytes wanted; nil is up to the end.
    private let wanted: Int?
    /// Whether an end before ``wanted`` is an error.
    private let isExact: Bool
    private let maximum: Int?
    private(set) var delivered = 0

    /// - Parameters:
    ///   - announced: The length of the bytes to come; fewer are an error.
    ///   - cut: The part of the body to keep.
    init(url: String, announced: Int? = nil, cut: ByteSpan? = nil, maximum: Int? = nil) {
        self.url = url
        self.maximum = maximum
        skip = cut?.offset ?? 0
        let available = announced.map { max(0, $0 - (cut?.offset ?? 0)) }
        switch (available, cut?.length) {
        case (let available?, let length?): wanted = min(available, length)
        case (let available, let length): wanted = available ?? length
        }
        isExact = announced != nil
        hasCut = cut != nil
    }

    /// The length of what will be delivered, when it is certain.
    var length: Int? { isExact ? wanted : nil }

    /// The body may go on after the wanted part.
    let hasCut: Bool

    /// Nothing more is wanted.
    var isComplete: Bool { wanted.map { delivered >= $0 } ?? false }

    /// The wanted part of the next bytes; it may be empty.
    mutating func take(_ chunk: ByteChunk) throws(TransportError) -> ByteChunk {
        var chunk = chunk
        if skip > 0 {
            let passed = min(skip, chunk.count)
            skip -= passed
            chunk = chunk.dropFirst(passed)
        }
        if let wanted { chunk = chunk.prefix(wanted - delivered) }
        delivered += chunk.count
        if let maximum, delivered > maximum { throw TransportError.tooLarge(url, limit: maximum) }
        return chunk
    }

    /// The body has ended.
    func finish() throws(TransportError) {
        if isExact, !isComplete { throw TransportError.truncated(url, received: delivered, announced: wanted) }
    }
}
