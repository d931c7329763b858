// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads EBU STL, the subtitling data exchange format (Tech 3264): a 1024-byte header block, then blocks of 128 bytes that each hold
/// a subtitle or a part of one. Times are relative to the programme's first time code.
struct EBUSTLReader {
    private static let headerBytes = 1024
    private static let blockBytes = 128

    private let limits: CaptionLimits
    private var list: ErrorList
    private var rate: Int64 = 25
    /// The frame duration in seconds is `length / (rate * 1000)`.
    private var length: Int64 = 1000
    private var rows = 23.0
    /// The topmost row: row 0 of teletext is the page header and not for subtitles.
    private var firstRow = 0.0
    private var table: [UInt16]?
    private var origin: Int64 = 0
    private var cues: [Cue] = []
    /// The text of a subtitle that spans several blocks, and the last block's header.
    private var pending: [UInt8] = []
    private var head: [UInt8] = []

    static func read(_ file: ByteText, limits: CaptionLimits) -> CaptionDocument {
        var reader = EBUSTLReader(limits)
        reader.read(file)
        return CaptionDocument(format: .ebuSTL, cues: reader.cues, errors: reader.list.errors)
    }

    private init(_ limits: CaptionLimits) {
        self.limits = limits
        list = ErrorList(limit: limits.errors)
    }

    private mutating func read(_ file: ByteText) {
        guard file.count >= Self.headerBytes, file.slice(3, 6).equals("STL") else {
            return list.report(.signature, 0, "the file has no general block of EBU STL", "give a file that begins with one of 1024 bytes")
        }
        switch SubStationOverride.integer(file.slice(6, 8)) {
        case let frames? where [24, 30, 50, 60].contains(frames): rate = Int64(frames)
        // Film at NTSC speed (23.976 fps): not in the standard, but used in practice.
        case 23: (rate, length) = (24, 1001)
        default: break
        }
        if file[11] == UInt8(ascii: "1") || file[11] == UInt8(ascii: "2") { firstRow = 1 }
        switch file[13] {
        case UInt8(ascii: "1"): table = ISO8859.cyrillic
        case UInt8(ascii: "2"): table = ISO8859.arabic
        case UInt8(ascii: "3"): table = ISO8859.greek
        case UInt8(ascii: "4"): table = ISO8859.hebrew
        default: table = nil
        }
        if let value = SubStationOverride.integer(file.slice(253, 255)), value > 0 { rows = Double(value) }
        let code = file.slice(256, 264)
        if code.allSatisfy(\.isDigit) {
            let fields = stride(from: 0, to: 8, by: 2).map { Int64(code[$0] - 0x30) * 10 + Int64(code[$0 + 1] - 0x30) }
            origin = frames(fields[0], fields[1], fields[2], fields[3])
        }
        checkOrigin(file)
        var offset = Self.headerBytes
        var number = 1
        while offset + Self.blockBytes <= file.count {
            read(block: file.slice(offset, offset + Self.blockBytes), number)
            offset += Self.blockBytes
            number += 1
            if cues.count > limits.cues {
                cues.removeLast(cues.count - limits.cues)
                return list.report(.limit, number, "there are more than \(limits.cues) cues", "raise the limit of cues")
            }
        }
        if cues.count < limits.cues { breakOff(number) }
        if offset < file.count { list.report(.data, number, "the last block is cut off", "give the whole file") }
    }

    /// Some files count subtitle times from the programme's start, whatever its first time code is.
    private mutating func checkOrigin(_ file: ByteText) {
        for offset in stride(from: Self.headerBytes, to: file.count - Self.blockBytes + 1, by: Self.blockBytes) where file[offset + 15] == 0
        {
            let code = file.slice(offset + 5, offset + 9)
            guard frames(Int64(code[0]), Int64(code[1]), Int64(code[2]), Int64(code[3])) < origin else { return }
            origin = 0
            return list.report(
                .timing, 0, "the subtitles are before the programme's first time code, which is ignored",
                "write the programme's first time code as 00000000")
        }
    }

    private func frames(_ hours: Int64, _ minutes: Int64, _ seconds: Int64, _ frames: Int64) -> Int64 {
        ((hours * 60 + minutes) * 60 + seconds) * rate + frames
    }

    private mutating func read(block: ByteText, _ number: Int) {
        // Comments, user data and reserved blocks are not shown.
        guard block[15] == 0, !(0xF0...0xFE).contains(block[3]) else { return }
        // All blocks of a subtitle have the same group and number.
        if !pending.isEmpty, !head.prefix(3).elementsEqual(block.slice(0, 3)) { breakOff(number) }
        guard pending.count < limits.blockBytes else { return }
        pending.append(contentsOf: block.slice(from: 16))
        head = Array(block.slice(0, 16))
        if block[3] == 0xFF { finish(number) }
    }

    private mutating func breakOff(_ number: Int) {
        guard !pending.isEmpty else { return }
        list.report(.data, number, "the previous subtitle has no last block", "number its blocks and give the last one 255")
        finish(number)
    }

    private mutating func finish(_ number: Int) {
        let text = pending
        pending.removeAll(keepingCapacity: true)
        let start = frames(Int64(head[5]), Int64(head[6]), Int64(head[7]), Int64(head[8])) - origin
        let end = frames(Int64(head[9]), Int64(head[10]), Int64(head[11]), Int64(head[12])) - origin
        if start < 0 {
            list.report(
                .timing, number, "the subtitle starts before the programme",
                "correct its start time code or the programme's first time code")
        }
        if end <= start {
            list.report(.order, number, "the subtitle does not end after it starts, so it is never shown", "give it a later end")
        }
        var content = EBUSTLText(table: table)
        let (plain, tree) = text.withUnsafeBufferPointer { content.parse($0) }
        var settings = CueSettings()
        settings.alignment = head[14] == 1 ? .left : head[14] == 3 ? .right : .center
        settings.snapToLines = false
        settings.line = min(100, max(0, Double(head[13]) - firstRow) / rows * 100)
        let id = String(UInt16(head[2]) << 8 | UInt16(head[1]))
        cues.append(
            Cue(
                id: id, start: time(max(0, start)), end: time(max(0, end)), settings: settings, text: plain, tree: tree))
    }

    private func time(_ frames: Int64) -> MediaTime {
        length == 1000
            ? MediaTime(value: frames, timescale: Int32(rate)) : MediaTime(value: frames * length, timescale: Int32(rate * 1000))
    }
}
