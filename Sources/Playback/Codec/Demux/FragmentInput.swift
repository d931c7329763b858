// SPDX-License-Identifier: Apache-2.0

/// Passes on the bytes of an MP4 file or segment, and rewrites fragments that a demuxer would misunderstand. Offsets don't change.
///
/// A fragment's description is held back until it is complete. Everything else passes as it arrives, and so does any other kind of file.
final class FragmentInput: DemuxerInput {
    fileprivate struct State {
        /// False once the first bytes show that it is no MP4 file.
        var isActive = true
        /// The offset of the next byte from the source.
        var position = 0
        /// The bytes of a box that are still to pass unchanged.
        var remaining = 0
        /// What was held back: the beginning of a box.
        var held: [UInt8] = []
        /// What may be delivered before anything else, and how much of it was.
        var ready: [UInt8] = []
        var delivered = 0
        /// The media that was passed, in order. A seek into it says nothing about where the next box begins.
        var media: [Range<Int>] = []
        /// The file's header, while it passes, and the size of its box header.
        var header: [UInt8]?
        var headerStart = 8
        var runs = FragmentRuns()
    }

    private let source: any DemuxerInput
    private let state = Monitor(State())

    init(_ source: any DemuxerInput) { self.source = source }

    var length: Int? { source.length }
    var fileExtension: String? { source.fileExtension }

    func seek(to offset: Int) -> Bool {
        guard source.seek(to: offset) else { return false }
        state.change { $0.jump(to: offset) }
        return true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        while true {
            let waiting = state.change { $0.deliver(into: buffer) }
            if waiting > 0 || buffer.isEmpty { return waiting }
            let count = try source.read(into: buffer)
            if count == 0 {
                guard state.change({ $0.release() }) else { return 0 }
                continue
            }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if state.change({ $0.scan(bytes) }) { return count }
        }
    }
}

extension FragmentInput.State {
    /// Larger than the description of any fragment: that of four hours in one, with all that can be stated of each frame.
    private static let maxFragment = 16 << 20
    /// More than the fragments of a day of one per frame.
    private static let maxMedia = 1 << 22
    /// The header of a file with fragments is small.
    private static let maxHeader = 1 << 20
    /// Boxes with which a file or a segment begins.
    private static let first: Set<String> = [
        "ftyp", "styp", "moov", "moof", "free", "skip", "wide", "sidx", "emsg", "prft", "pdin", "uuid", "mdat",
    ]

    fileprivate mutating func jump(to offset: Int) {
        (held, ready, delivered, header) = ([], [], 0, nil)
        position = offset
        // Elsewhere, a demuxer seeks only to boxes.
        let index = index(behind: offset)
        remaining = index > 0 && media[index - 1].contains(offset) ? media[index - 1].upperBound - offset : 0
    }

    fileprivate mutating func deliver(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(ready.count - delivered, buffer.count)
        guard count > 0 else { return 0 }
        ready.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[delivered..<delivered + count])) }
        delivered += count
        if delivered == ready.count { (ready, delivered) = ([], 0) }
        return count
    }

    /// Called at the end of the input: bytes that were held back are passed on unchanged.
    /// - Returns: whether there were any.
    fileprivate mutating func release() -> Bool {
        guard !held.isEmpty else { return false }
        (ready, held) = (held, [])
        return true
    }

    /// Takes more bytes.
    /// - Returns: whether they may pass as they are. Otherwise they are held back or ready.
    fileprivate mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isActive else { return true }
        if held.isEmpty, remaining >= bytes.count {
            skip(bytes)
            return true
        }
        held.append(contentsOf: bytes)
        var at = 0
        loop: while at < held.count {
            if remaining > 0 {
                let count = min(remaining, held.count - at)
                skip(held[at..<at + count])
                at += count
                continue
            }
            switch nextBox(at) {
            case .unknown: break loop
            case .other(let size):
                remaining = size
                if !isActive {
                    at = held.count
                    break loop
                }
            case .fragment(let size):
                guard held.count - at >= size else { break loop }
                if let restated = runs.restated(Array(held[at + 8..<at + size])) {
                    held.replaceSubrange(at + 8..<at + size, with: restated)
                }
                at += size
                position += size
            }
        }
        ready = Array(held[..<at])
        held.removeSubrange(..<at)
        return false
    }

    private enum Box {
        /// More bytes are needed.
        case unknown
        case fragment(Int)
        /// Passes, with its size in bytes.
        case other(Int)
    }

    private mutating func nextBox(_ at: Int) -> Box {
        guard held.count - at >= 8 else { return .unknown }
        let short = Int(bigEndian(held[at..<at + 4]))
        let kind = String(decoding: held[at + 4..<at + 8], as: UTF8.self)
        if position == 0 { isActive = Self.first.contains(kind) }
        if short == 1, held.count - at < 16 { return .unknown }
        var size = short == 1 ? Int(clamping: bigEndian(held[at + 8..<at + 16])) : short
        // The box reaches to the end, or its size is invalid and nothing is known about what follows.
        if size < (short == 1 ? 16 : 8) { size = .max - position }
        size = min(size, .max - position)
        switch kind {
        case "moof" where short != 1 && size <= Self.maxFragment: return .fragment(size)
        case "moov" where size <= Self.maxHeader: (header, headerStart) = ([], short == 1 ? 16 : 8)
        case "mdat" where size > 16: note(position..<position + size)
        default: break
        }
        return .other(size)
    }

    private mutating func note(_ span: Range<Int>) {
        // Seeks into media beyond the limit are taken for seeks to boxes.
        guard media.count < Self.maxMedia else { return }
        let index = index(behind: span.lowerBound)
        if index == 0 || media[index - 1].lowerBound != span.lowerBound { media.insert(span, at: index) }
    }

    /// The index of the first span that begins after an offset.
    private func index(behind offset: Int) -> Int {
        var (low, high) = (0, media.count)
        while low < high {
            let middle = (low + high) / 2
            if media[middle].lowerBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Bytes of the current box pass.
    private mutating func skip(_ bytes: some Collection<UInt8>) {
        header?.append(contentsOf: bytes)
        remaining -= bytes.count
        position += bytes.count
        if remaining == 0, let box = header {
            runs.takeHeader(box.dropFirst(headerStart))
            header = nil
        }
    }
}
