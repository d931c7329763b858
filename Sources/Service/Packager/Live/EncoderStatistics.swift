// SPDX-License-Identifier: Apache-2.0

/// An encoder's statistics, from the packet list that ffmpeg writes along with the renditions (its `framecrc` format).
public struct EncoderStatistics: Hashable, Sendable {
    private struct Packet: Hashable, Sendable {
        var time: Double
        var bytes: Int
        var isPicture: Bool
        var isKey: Bool
    }

    /// The period of the statistics in seconds.
    private static let span = 10.0
    /// Key frames may be further apart than that period.
    private static let maxKeys = 8
    /// Bounds the list, however fast the sender is.
    private static let maxPackets = 10_000

    private var timeBases: [Int: Double] = [:]
    private var pictures: Set<Int> = []
    private var packets: [Packet] = []
    private var keys: [Double] = []

    public init() {}

    /// Reads a line of the list; ignores any other line.
    /// - Returns: whether it was a packet.
    @discardableResult
    public mutating func read(_ line: some StringProtocol) -> Bool {
        guard !line.hasPrefix("#") else {
            readHeader(line)
            return false
        }
        let words = line.split(separator: ",").map { $0.drop { $0 == " " } }
        guard words.count >= 6, let stream = Int(words[0]), let time = Double(words[1]), let bytes = Int(words[4]), bytes >= 0,
            let base = timeBases[stream]
        else { return false }
        // Flags are written only for packets that are not just key frames.
        add(
            Packet(
                time: time * base, bytes: bytes, isPicture: pictures.contains(stream), isKey: !words[6...].contains { $0.hasPrefix("F=") }))
        return true
    }

    private mutating func readHeader(_ line: some StringProtocol) {
        let words = line.dropFirst().split(separator: " ")
        guard words.count == 3, let stream = Int(words[1].dropLast()) else { return }
        switch words[0] {
        case "tb":
            let parts = words[2].split(separator: "/").compactMap { Double($0) }
            if parts.count == 2, parts[1] > 0 { timeBases[stream] = parts[0] / parts[1] }
        case "media_type": if words[2] == "video" { pictures.insert(stream) }
        default: break
        }
    }

    private mutating func add(_ packet: Packet) {
        // The encoder's clock restarted.
        if let last = packets.last, abs(packet.time - last.time) > Self.span { (packets, keys) = ([], []) }
        packets.append(packet)
        if packet.isPicture, packet.isKey {
            keys.append(packet.time)
            if keys.count > Self.maxKeys { keys.removeFirst() }
        }
        let first = packets.firstIndex { $0.time > packet.time - Self.span } ?? packets.count
        let surplus = max(first, packets.count - Self.maxPackets)
        if surplus > 64 { packets.removeFirst(surplus) }
    }

    /// The statistics of the last ten seconds.
    public var figures: Figures {
        guard let newest = packets.last?.time else { return Figures() }
        let recent = packets.filter { $0.time > newest - Self.span }
        let length = newest - (recent.first?.time ?? newest)
        let times = recent.filter(\.isPicture).map(\.time)
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
        let usual = steps.sorted().dropFirst(steps.count / 2).first ?? 0
        var figures = Figures()
        if length > 0 {
            figures.bitsPerSecond = Int((Double(recent.dropLast().reduce(0) { $0 + $1.bytes } * 8) / length).rounded())
        }
        if usual > 0, let first = times.first, let last = times.last, last > first {
            figures.framesPerSecond = Double(times.count - 1) / (last - first)
            figures.droppedFrames = steps.reduce(0) { $0 + ($1 > usual * 1.5 ? Int(($1 / usual).rounded()) - 1 : 0) }
        }
        figures.keyFrameSeconds = zip(keys.dropFirst(), keys).map { $0 - $1 }.max()
        return figures
    }

    /// See ``EncoderStatistics/figures``.
    public struct Figures: Hashable, Sendable {
        /// Video and audio together.
        public var bitsPerSecond = 0
        public var framesPerSecond = 0.0
        /// Missing frames, estimated from the usual frame interval.
        public var droppedFrames = 0
        /// The longest interval between key frames, in seconds.
        public var keyFrameSeconds: Double?

        public init() {}
    }
}
