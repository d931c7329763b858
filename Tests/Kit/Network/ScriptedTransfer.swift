// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// One load of a scripted network: what has arrived, what was delivered, and when it times out.
struct ScriptedTransfer {
    typealias Head = Result<Void, TransportError>
    typealias Step = Result<ByteChunk?, TransportError>

    let request: TransportRequest
    let answer: ScriptedAnswer
    let bytes: ArraySlice<UInt8>
    let began: Instant
    var lastByte: Instant
    var headCame = false
    var received = 0
    var taken = 0
    /// The reader has a head or a chunk, and has not asked for the next chunk.
    var isReaderBusy = false
    var failure: TransportError?
    var headWaiter: CheckedContinuation<Head, Never>?
    var stepWaiter: CheckedContinuation<Step, Never>?

    /// The number of bytes that the link will deliver.
    var carried: Int {
        switch answer.ending {
        case .whole: bytes.count
        case .drop(let count), .stall(let count): min(count, bytes.count)
        }
    }

    var isComplete: Bool { taken == bytes.count }

    /// When a time limit expires if nothing more happens.
    var deadline: Instant? {
        if failure != nil || (headCame && received == bytes.count) { return nil }
        let whole = began + request.limits.whole
        return min(whole, headCame ? lastByte + request.limits.idle : began + request.limits.firstByte)
    }

    func expired(at now: Instant) -> TransportError? {
        guard let deadline, deadline <= now else { return nil }
        let limit: TransportError.Limit = began + request.limits.whole <= now ? .whole : headCame ? .idle : .firstByte
        return TransportError(
            .timeout, url: request.url, message: "The scripted network let the \(limit.rawValue) limit pass.", limit: limit)
    }

    /// The next step for the reader; nil if it has to wait.
    mutating func step() -> Step? {
        if taken < received {
            let chunk = ByteChunk(bytes[(bytes.startIndex + taken)..<(bytes.startIndex + received)])
            taken = received
            return .success(chunk)
        }
        if isComplete { return .success(nil) }
        if let failure { return .failure(failure) }
        if case .drop(let count) = answer.ending, received >= min(count, bytes.count) {
            return .failure(TransportError(.truncated, url: request.url, message: "The script breaks the body after \(received) bytes."))
        }
        return nil
    }
}
