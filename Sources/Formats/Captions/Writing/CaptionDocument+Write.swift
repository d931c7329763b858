// SPDX-License-Identifier: Apache-2.0

/// Captions converted to another format, and what the format could not represent.
public struct CaptionWriting: Hashable, Sendable {
    /// The file in UTF-8.
    public var bytes: [UInt8]
    /// Losses in cue order, with the cue's number (from 1) in ``CaptionError/line``; 0 is the whole document. Each kind of loss is
    /// reported once, for its first cue, with the number of cues affected.
    public var losses: [CaptionError]

    public init(bytes: [UInt8], losses: [CaptionError]) {
        self.bytes = bytes
        self.losses = losses
    }
}

extension CaptionDocument {
    /// Writes the captions in another format; nil if there is no writer for it.
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

/// Collects what the target format cannot represent.
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
            return CaptionError(code: .lost, line: first, message: message, remedy: "keep the original; \(target) cannot represent it")
        }
    }
}
