// SPDX-License-Identifier: Apache-2.0

/// Captions as bytes of another format, and what that could not hold.
public struct CaptionWriting: Hashable, Sendable {
    /// In UTF-8.
    public var bytes: [UInt8]
    /// In the order of the cues, each with the number of its cue (from 1) as ``CaptionError/line``; 0 is the whole. The same loss is
    /// told once, for the first cue it befalls, with the number of cues.
    public var losses: [CaptionError]

    public init(bytes: [UInt8], losses: [CaptionError]) {
        self.bytes = bytes
        self.losses = losses
    }
}

extension CaptionDocument {
    /// Writes the captions in another format; nil when there is no writer for it.
    public func write(as format: CaptionFormat) -> CaptionWriting? {
        switch format {
        case .webVTT:
            var writer = WebVTTWriter(self)
            return writer.write()
        case .subRip:
            var writer = SubRipWriter(self)
            return writer.write()
        case .ttml:
            var writer = TTMLWriter(self)
            return writer.write()
        default: return nil
        }
    }
}

/// Counts what a target cannot hold.
struct LossList {
    private var order: [String] = []
    private var losses: [String: (first: Int, count: Int)] = [:]

    mutating func add(_ what: String, cue: Int) {
        if losses[what] == nil { order.append(what) }
        let known = losses[what] ?? (cue, 0)
        losses[what] = (known.first, known.count + 1)
    }

    func errors(in target: String) -> [CaptionError] {
        order.compactMap { what in
            guard let (first, count) = losses[what] else { return nil }
            let message = count == 1 ? "\(what) is lost" : "\(what) is lost, \(count) times"
            return CaptionError(code: .lost, line: first, message: message, cure: "keep the original: \(target) has no place for it")
        }
    }
}
