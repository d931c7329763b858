// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Decodes the byte pairs of line 21 (CEA-608; 47 CFR 15.119): four caption channels, two in each field.
///
/// Pop-on, paint-on and roll-up captions become cues that reproduce a decoder's screen from one change to the next.
public struct CEA608Decoder: Sendable {
    /// A cue and its channel, 1 to 4 (CC1 to CC4).
    public struct ChannelCue: Hashable, Sendable {
        /// 1 to 4, for CC1 to CC4.
        public var channel: Int
        /// A complete cue, with its position.
        public var cue: Cue
    }

    private var channels = [CEA608Channel](repeating: CEA608Channel(), count: 4)
    /// Per field: the channel addressed by the last control code, and that code. Control codes are sent twice.
    private var current = [0, 2]
    private var lastControl: [(code: UInt16, time: MediaTime)?] = [nil, nil]
    private var isExtendedService = [false, false]

    /// A repeated control code arrives in the next frame. A later one is a new command, perhaps after lost data (CTA-608-E 8.1).
    private static let repetition = MediaTime(value: 1, timescale: 8)

    public init() {}

    /// The channels, 1 to 4, that have selected a caption mode.
    public var usedChannels: [Int] { channels.indices.filter { channels[$0].mode != .none }.map { $0 + 1 } }

    /// Decodes a pair of bytes and returns the cues it ends.
    ///
    /// - Parameters:
    ///   - first: The first byte; its parity bit is ignored.
    ///   - second: The second byte; its parity bit is ignored.
    ///   - field: 1 or 2.
    ///   - time: The presentation time of the frame that carries the pair.
    public mutating func decode(_ first: UInt8, _ second: UInt8, field: Int = 1, at time: MediaTime) -> [ChannelCue] {
        let field = field == 2 ? 1 : 0
        let (first, second) = (first & 0x7F, second & 0x7F)
        if first == 0, second == 0 { return [] }
        guard first >= 0x10 else {
            // Field 2 also carries other services (XDS), from 0x01 until 0x0F (CTA-608-E 9).
            if field == 1, first != 0 { isExtendedService[field] = first != 0x0F }
            guard first == 0, second >= 0x20, !isExtendedService[field] else { return [] }
            return put(second, field, time)
        }
        guard first < 0x20 else {
            lastControl[field] = nil
            guard !isExtendedService[field] else { return [] }
            return put(first, field, time) + (second >= 0x20 ? put(second, field, time) : [])
        }
        isExtendedService[field] = false
        let code = UInt16(first) << 8 | UInt16(second)
        if let last = lastControl[field], last.code == code, time - last.time < Self.repetition {
            lastControl[field] = nil
            return []
        }
        lastControl[field] = (code, time)
        let channel = field * 2 + (first & 0x08 == 0 ? 0 : 1)
        current[field] = channel
        let painted = Self.paints(first & ~0x08, second) ? channels[channel].paint(at: time) : []
        let cues = painted + control(first & ~0x08, second, field, &channels[channel], time)
        return cues.map { ChannelCue(channel: channel + 1, cue: $0) }
    }

    /// Ends all displayed cues at `time` and returns them.
    public mutating func finish(at time: MediaTime) -> [ChannelCue] {
        channels.indices.flatMap { index in channels[index].finish(at: time).map { ChannelCue(channel: index + 1, cue: $0) } }
    }

    /// Resumes decoding at `time`, after a gap without this sender's data. Decoder state carries over.
    mutating func proceed(at time: MediaTime) { for index in channels.indices { channels[index].proceed(at: time) } }

    /// The cues that a channel (1 to 4) displays at `time` and that nothing has ended yet.
    public func shown(channel: Int, at time: MediaTime) -> [Cue] {
        channels.indices.contains(channel - 1) ? channels[channel - 1].shown(at: time) : []
    }

    private mutating func put(_ byte: UInt8, _ field: Int, _ time: MediaTime) -> [ChannelCue] {
        let channel = current[field]
        let painted = channels[channel].paint(at: time)
        channels[channel].put(CEA608Characters.basic(byte), at: time)
        return painted.map { ChannelCue(channel: channel + 1, cue: $0) }
    }

    /// Whether a control code changes characters in place.
    private static func paints(_ first: UInt8, _ second: UInt8) -> Bool {
        switch (first, second) {
        case (0x11...0x13, 0x20...0x3F), (0x14...0x15, 0x21), (0x14...0x15, 0x24): true
        default: false
        }
    }

    private func control(_ first: UInt8, _ second: UInt8, _ field: Int, _ channel: inout CEA608Channel, _ time: MediaTime) -> [Cue] {
        switch (first, second) {
        case (_, 0x40...0x7F): return preamble(first, second, &channel, time)
        case (0x11, 0x20...0x2F):
            let color = CEA608Color.allCases
            let index = Int(second & 0x0E) >> 1
            channel.midRow(
                color: index < 7 ? color[index] : nil, isItalic: index == 7, isUnderlined: second & 1 == 1, at: time)
        case (0x11, 0x30...0x3F): channel.put(CEA608Characters.special[Int(second - 0x30)], at: time)
        case (0x12, 0x20...0x3F): channel.putExtended(CEA608Characters.spanishAndFrench[Int(second - 0x20)], at: time)
        case (0x13, 0x20...0x3F): channel.putExtended(CEA608Characters.portugueseAndGerman[Int(second - 0x20)], at: time)
        case (0x17, 0x21...0x23): channel.tab(Int(second - 0x20))
        case (0x10, 0x20...0x2F):
            let index = Int(second & 0x0E) >> 1
            // Black is the default.
            let color = index < 7 ? CEA608Color.allCases[index].rawValue : second & 1 == 1 ? "#000000" : nil
            channel.background(color.map { second & 1 == 1 ? $0 + "80" : $0 })
        case (0x17, 0x2D): channel.background("#00000000")
        case (0x17, 0x2E), (0x17, 0x2F): channel.blackForeground(isUnderlined: second & 1 == 1)
        case (0x14, 0x20...0x2F), (0x15, 0x20...0x2F): return command(second, &channel, time)
        default: break
        }
        return []
    }

    private func command(_ code: UInt8, _ channel: inout CEA608Channel, _ time: MediaTime) -> [Cue] {
        switch code {
        case 0x20: channel.popOn()
        case 0x21: channel.backspace()
        case 0x24: channel.deleteToEndOfRow()
        case 0x25: return channel.rollUp(2, at: time)
        case 0x26: return channel.rollUp(3, at: time)
        case 0x27: return channel.rollUp(4, at: time)
        case 0x29: return channel.paintOn(at: time)
        case 0x2A, 0x2B: channel.text()
        case 0x2C: return channel.eraseDisplayed(at: time)
        case 0x2D: return channel.carriageReturn(at: time)
        case 0x2E: channel.eraseHidden()
        case 0x2F: return channel.endOfCaption(at: time)
        default: break
        }
        return []
    }

    /// Row pairs, indexed by the low bits of the first byte; bit 5 of the second selects one of the pair (47 CFR 15.119 (f)(2)).
    private static let rows: [(low: Int, high: Int)] = [(11, 11), (1, 2), (3, 4), (12, 13), (14, 15), (5, 6), (7, 8), (9, 10)]

    private func preamble(_ first: UInt8, _ second: UInt8, _ channel: inout CEA608Channel, _ time: MediaTime) -> [Cue] {
        let pair = Self.rows[Int(first & 0x07)]
        let row = (second & 0x20 == 0 ? pair.low : pair.high) - 1
        let attribute = Int(second & 0x1E) >> 1
        let isUnderlined = second & 1 == 1
        if attribute >= 8 {
            let indent = (attribute - 8) * 4
            return channel.preamble(row: row, indent: indent, color: .white, isItalic: false, isUnderlined: isUnderlined, at: time)
        }
        let color = attribute < 7 ? CEA608Color.allCases[attribute] : .white
        return channel.preamble(row: row, indent: nil, color: color, isItalic: attribute == 7, isUnderlined: isUnderlined, at: time)
    }
}
