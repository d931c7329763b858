// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

/// A load of the session: the received bytes, and the state of their processing.
struct BrowserLoad: Sendable {
    let load: StreamLoad
    /// Nil for playlists and steering manifests.
    let segment: SegmentLoad?
    private(set) var received = 0
    /// Whether the whole body has arrived.
    private(set) var isComplete = false
    /// Why the transfer ended early. Received data is still used.
    private(set) var failure: LoadFailure?
    var lastReport = Instant.zero
    /// Text, or bytes that wait for their initialization section and key.
    private var waiting: [UInt8] = []
    /// Fetches that must finish before the first byte can be processed.
    private(set) var dependencies: [Int] = []
    private(set) var isPrepared = false
    private var cipher: CBCDecryptor?
    var media: SegmentConversion
    /// Its last operation in each source buffer.
    private(set) var numbers: [NumberOfKind] = []

    struct NumberOfKind: Sendable {
        var kind: TrackKind
        var number: Int
    }

    init(_ load: StreamLoad, _ segment: SegmentLoad?, kinds: [TrackKind], dependencies: [Int]) {
        (self.load, self.segment, self.dependencies) = (load, segment, dependencies)
        media = SegmentConversion(kinds)
    }

    private var isMedia: Bool { segment.map { $0.contentType != .subtitles } ?? false }
    /// Whether it may contain media of a time range.
    func isMedia(of span: TimeRange) -> Bool { isMedia && segment?.range.overlaps(span) == true }

    // MARK: Bytes

    /// The received part of a playlist or steering manifest.
    var text: [UInt8] { waiting }

    mutating func receive(_ bytes: [UInt8]) throws(LoadProblem) {
        received += bytes.count
        if isPrepared, isMedia { try read(bytes) } else { waiting += bytes }
    }

    mutating func complete() throws(LoadProblem) {
        isComplete = true
        try finishReading()
    }

    mutating func breakOff(_ failure: LoadFailure) {
        self.failure = failure
        if isPrepared { media.breakOff() }
    }

    mutating func resolve(_ dependency: Int) { dependencies.removeAll { $0 == dependency } }

    /// Everything it depends on is there: reads what has arrived.
    /// - Parameter sampleKey: that of the samples of MPEG-TS and packed audio.
    mutating func prepare(initialization: [UInt8]?, cipher: CBCDecryptor?, sampleKey: SampleKey?) throws(LoadProblem) {
        isPrepared = true
        self.cipher = cipher
        guard isMedia else { return }
        if let initialization { media.begin(with: initialization) }
        if let sampleKey { media.unlock(sampleKey) }
        let bytes = waiting
        waiting = []
        if !bytes.isEmpty { try read(bytes) }
        try finishReading()
    }

    /// The decrypted text of subtitles, once complete.
    mutating func plainText() throws(LoadProblem) -> [UInt8] {
        guard cipher != nil else { return waiting }
        let plain = cipher?.update(waiting) ?? []
        guard let rest = cipher?.finish() else { throw Self.undecryptable }
        return plain + rest
    }

    private mutating func read(_ bytes: [UInt8]) throws(LoadProblem) {
        let plain = cipher?.update(bytes) ?? bytes
        if !plain.isEmpty { try media.append(plain) }
    }

    private mutating func finishReading() throws(LoadProblem) {
        guard isComplete, isPrepared, !media.isFinished, isMedia else { return }
        if cipher != nil {
            guard let rest = cipher?.finish() else { throw Self.undecryptable }
            if !rest.isEmpty { try media.append(rest) }
        }
        try media.finish()
    }

    private static var undecryptable: LoadProblem {
        LoadProblem(
            LoadFailure(.malformed, message: "the segment can't be decrypted: its key is wrong, or it was cut off; check EXT-X-KEY"))
    }

    // MARK: Source buffers

    mutating func note(_ kind: TrackKind, _ number: Int) {
        for index in numbers.indices where numbers[index].kind == kind {
            numbers[index].number = number
            return
        }
        numbers.append(NumberOfKind(kind: kind, number: number))
    }

    /// Whether all of it has been passed to the source buffers.
    var isAppended: Bool { media.isFinished && media.outputs.isEmpty && media.offset != nil }
    /// Whether it contains nothing that is played.
    var hasNothing: Bool { media.isFinished && media.offset == nil && media.leading == nil }
}

/// Why a load ends early.
struct LoadProblem: Error {
    var failure: LoadFailure
    init(_ failure: LoadFailure) { self.failure = failure }
}
