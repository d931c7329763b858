// SPDX-License-Identifier: Apache-2.0

/// Parses the output of `ffmpeg -progress`: lines of key=value in blocks, each ended by `progress=`.
struct FFmpegProgress: Sendable {
    /// Seconds of media written so far.
    private(set) var seconds = 0.0
    private(set) var frame = 0
    private(set) var hasEnded = false

    /// - Returns: whether a block is complete.
    mutating func read(_ line: some StringProtocol) -> Bool {
        guard let equals = line.firstIndex(of: "=") else { return false }
        let value = line[line.index(after: equals)...].drop { $0 == " " }.prefix { !$0.isWhitespace }
        switch line[..<equals] {
        case "frame": frame = Int(value) ?? frame
        // It is N/A before the first packet, and may be negative after that.
        case "out_time_us": seconds = max(seconds, (Double(value) ?? 0) / 1e6)
        case "progress":
            hasEnded = value == "end"
            return true
        default: break
        }
        return false
    }
}

/// The last lines of a program's error output.
struct LineTail: Sendable {
    private(set) var bytes = 0
    private var lines: [String] = []
    private let limit: Int

    init(limit: Int = 4096) { self.limit = limit }

    mutating func add(_ line: String) {
        let line = String(line.prefix(500))
        guard !line.isEmpty else { return }
        lines.append(line)
        bytes += line.utf8.count
        while bytes > limit, lines.count > 1 { bytes -= lines.removeFirst().utf8.count }
    }

    var text: String { lines.joined(separator: "\n") }
}
