// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Incremental reader for MacCaption files (MCC 1.0 and 2.0): each line has a time code and an ancillary data packet with the captions
/// of a frame.
///
/// By default the first CEA-708 service is read, or the first CEA-608 channel if the file has no CEA-708, because most files carry the
/// same captions in both. Cues of any service other than `SERVICE1` are returned at the end.
public struct MacCaptionReader: CaptionReader, LineByLine {
    var state: LineState
    /// The windows of the cues.
    public private(set) var regions: [CaptionRegion] = []
    private var decoder = ClosedCaptionDecoder()
    private var rate: Int64 = 30
    private var dropsFrames = false
    private var time = MediaTime.zero
    private var hasHead = false
    private var hasFirst = false
    /// The cues of all services except the first.
    private var others: [ClosedCaptionService: [ClosedCaptionDecoder.ServiceCue]] = [:]
    private var held = 0
    private var packet: [UInt8] = []
    private let service: ClosedCaptionService?

    public init(limits: CaptionLimits = CaptionLimits()) { self.init(limits: limits, service: nil) }

    /// - Parameters:
    ///   - limits: Bounds against hostile input.
    ///   - service: The service to read; nil reads the first.
    public init(limits: CaptionLimits = CaptionLimits(), service: ClosedCaptionService?) {
        state = LineState(limits: limits)
        self.service = service
    }

    public var errors: [CaptionError] { state.list.errors }

    /// Reads more bytes and returns the cues they complete.
    public mutating func read(_ bytes: [UInt8]) -> [Cue] {
        bytes.withUnsafeBufferPointer { feed($0) }
    }

    /// Ends the cues still displayed at the end of the file, four seconds after the last packet, because the file states no end for them.
    public mutating func finish() -> [Cue] { feedEnd() }

    mutating func readEnd() {
        add(decoder.finish(at: time + MediaTime(value: 4, timescale: 1)))
        let digital = others.keys.filter(\.isDigital).sorted()
        let chosen = hasFirst ? nil : digital.first ?? others.keys.min()
        for item in chosen.flatMap({ others[$0] }) ?? [] { give(item) }
        // CEA-608 channels next to CEA-708 services carry the same captions, so they are not reported.
        let rest = hasFirst || !digital.isEmpty ? digital : others.keys.sorted()
        for service in rest where service != chosen {
            state.list.report(.unsupported, 0, "the captions of \(service.name) are left out", "use a separate file for each service")
        }
        others = [:]
    }

    private mutating func add(_ ended: [ClosedCaptionDecoder.ServiceCue]) {
        for item in ended {
            if let service {
                if item.service == service { give(item) }
            } else if item.service == ClosedCaptionService(service: 1) {
                hasFirst = true
                give(item)
            } else if held <= state.limits.cues {
                // Holds one more than the limit, so that the error is reported.
                held += 1
                others[item.service, default: []].append(item)
            }
        }
    }

    private mutating func give(_ item: ClosedCaptionDecoder.ServiceCue) {
        guard state.reserveCue(at: state.line) else { return }
        state.cues.append(item.cue)
        if let region = item.region, regions.count < state.limits.regions, !regions.contains(region) { regions.append(region) }
    }

    mutating func readLine(_ whole: ByteText) {
        let text = whole.trimmed
        guard let first = text.first, !text.hasPrefix("//") else { return }
        if !hasHead {
            hasHead = true
            if text.hasPrefix(Self.signature) { return }
            state.list.report(.signature, state.line, "the first line is not File Format=MacCaption_MCC V1.0", "begin the file with it")
        }
        guard first.isDigit else { return readField(text) }
        var codeEnd = 0
        while codeEnd < text.count, !text[codeEnd].isSpace { codeEnd += 1 }
        guard let start = timeCode(text.slice(0, codeEnd)) else {
            return state.list.report(.timing, state.line, "the time code cannot be read: \(text.excerpt)", "write it as 00:00:01:00")
        }
        guard expand(text.slice(from: codeEnd).trimmed) else {
            return state.list.report(
                .data, state.line, "the packet cannot be read: \(text.excerpt)", "write each byte as two hexadecimal digits")
        }
        time = max(start.time(), time)
        let triplets = packet.withUnsafeBufferPointer { AncillaryPacket.triplets(in: $0) }
        add(decoder.decode(ClosedCaptionData(time: time, triplets: triplets)))
    }

    static let signature: StaticString = "File Format=MacCaption_MCC"

    /// Reads `Time Code Rate=30DF`; other fields have no effect.
    private mutating func readField(_ text: ByteText) {
        guard let sign = text.position(of: UInt8(ascii: "=")), text.slice(0, sign).trimmed.equalsIgnoringCase("time code rate") else {
            return
        }
        let value = text.slice(from: sign + 1).trimmed
        var end = 0
        while end < value.count, value[end].isDigit { end += 1 }
        guard let number = Int64(value.slice(0, end).string), (1...120).contains(number) else {
            return state.list.report(.timing, state.line, "the rate cannot be read: \(text.excerpt)", "write 24, 25, 30, 30DF, 50 or 60")
        }
        rate = number
        dropsFrames = value.slice(from: end).trimmed.equalsIgnoringCase("df") && number % 30 == 0
    }

    /// Parses a time code. Version 2.0 may append the field after a point, and the line after a comma.
    private func timeCode(_ text: ByteText) -> FrameTimeCode? {
        let end = text.position(of: UInt8(ascii: ".")) ?? text.position(of: UInt8(ascii: ",")) ?? text.count
        return FrameTimeCode(text.slice(0, end), rate: rate, dropsFrames: dropsFrames)
    }

    /// The maximum size of a packet in bytes.
    private static let maximumBytes = 3 + 255 + 1

    /// Expands a packet's bytes into ``packet``; returns false if they are malformed.
    private mutating func expand(_ text: ByteText) -> Bool {
        packet.removeAll(keepingCapacity: true)
        var index = 0
        while index < text.count, packet.count <= Self.maximumBytes {
            let letter = text[index]
            if let high = letter.hexadecimal {
                guard index + 1 < text.count, let low = text[index + 1].hexadecimal else { return false }
                packet.append(high << 4 | low)
                index += 2
            } else {
                guard let run = Self.runs[letter & 0xDF] else { return false }
                packet.append(contentsOf: run)
                index += 1
            }
        }
        return !packet.isEmpty
    }

    /// The byte runs that the letters from G on abbreviate, mostly padding triplets.
    private static let runs: [UInt8: [UInt8]] = {
        var runs: [UInt8: [UInt8]] = [
            UInt8(ascii: "P"): [0xFB, 0x80, 0x80], UInt8(ascii: "Q"): [0xFC, 0x80, 0x80], UInt8(ascii: "R"): [0xFD, 0x80, 0x80],
            UInt8(ascii: "S"): [0x96, 0x69], UInt8(ascii: "T"): [0x61, 0x01], UInt8(ascii: "U"): [0xE1, 0, 0, 0], UInt8(ascii: "Z"): [0],
        ]
        for count in 1...9 { runs[UInt8(ascii: "F") + UInt8(count)] = (0..<count).flatMap { _ in [0xFA, 0, 0] as [UInt8] } }
        return runs
    }()
}
