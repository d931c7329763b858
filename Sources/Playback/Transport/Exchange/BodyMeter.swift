// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// Cuts a body to the requested range and checks it against the announced and permitted length.
struct BodyMeter {
    private let url: String
    /// Bytes still to skip before the requested range.
    private var skip: Int
    /// Number of requested bytes; nil means up to the end.
    private let requested: Int?
    /// Whether an end before ``requested`` is an error.
    private let isExact: Bool
    private let maximum: Int?
    private(set) var delivered = 0

    /// - Parameters:
    ///   - announced: the length of the bytes to come; fewer are an error.
    ///   - cut: the part of the body to keep.
    init(url: String, announced: Int? = nil, cut: ByteSpan? = nil, maximum: Int? = nil) {
        self.url = url
        self.maximum = maximum
        skip = cut?.offset ?? 0
        let available = announced.map { max(0, $0 - (cut?.offset ?? 0)) }
        switch (available, cut?.length) {
        case (let available?, let length?): requested = min(available, length)
        case (let available, let length): requested = available ?? length
        }
        isExact = announced != nil
        hasCut = cut != nil
    }

    /// The number of bytes to be delivered; nil if uncertain.
    var length: Int? { isExact ? requested : nil }

    /// Whether the body may continue after the requested part.
    let hasCut: Bool

    /// Whether everything requested was delivered.
    var isComplete: Bool { requested.map { delivered >= $0 } ?? false }

    /// The requested part of the next bytes; may be empty.
    mutating func take(_ chunk: ByteChunk) throws(TransportError) -> ByteChunk {
        var chunk = chunk
        if skip > 0 {
            let passed = min(skip, chunk.count)
            skip -= passed
            chunk = chunk.dropFirst(passed)
        }
        if let requested { chunk = chunk.prefix(requested - delivered) }
        delivered += chunk.count
        if let maximum, delivered > maximum { throw TransportError.tooLarge(url, limit: maximum) }
        return chunk
    }

    /// Call at the end of the body.
    /// - Throws: ``TransportError/Cause/truncated`` if bytes are missing.
    func finish() throws(TransportError) {
        if isExact, !isComplete { throw TransportError.truncated(url, received: delivered, announced: requested) }
    }
}
