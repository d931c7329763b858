// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The text of a TTML paragraph, with white space handled according to `xml:space` (TTML2 8.2.11).
///
/// Collapsing keeps the first white space of a run, in the span that contains it, and none at line starts and ends.
struct TTMLContent {
    private enum Piece {
        case text(String)
        case timestamp(MediaTime)
        case open([CueSpan])
        case close
    }

    private var pieces: [Piece] = []
    private let depth: Int
    /// The only region whose text is taken; nil takes all text.
    private let region: String?
    private var isAtLineStart = true
    /// The piece that ends with white space that is kept only if more text follows on the line.
    private var endingInSpace: Int?
    /// Whether the line ends in white space so far, collapsed or preserved.
    private var isAfterSpace = false

    init(depth: Int, region: String? = nil) {
        self.depth = depth
        self.region = region
    }

    private func includes(_ other: String?) -> Bool { region == nil || region == other }

    mutating func append(_ text: String, preservesSpace: Bool, region: String?) {
        guard includes(region) else { return }
        guard !preservesSpace else {
            guard !text.isEmpty else { return }
            pieces.append(.text(text))
            (isAtLineStart, endingInSpace) = (false, nil)
            isAfterSpace = text.unicodeScalars.last.map { Self.isSpace($0) } ?? false
            return
        }
        var run = ""
        var endsInSpace = isAfterSpace
        for scalar in text.unicodeScalars {
            if Self.isSpace(scalar) {
                if !isAtLineStart, !endsInSpace {
                    run += " "
                    endsInSpace = true
                }
            } else {
                run.unicodeScalars.append(scalar)
                (isAtLineStart, endsInSpace) = (false, false)
            }
        }
        isAfterSpace = endsInSpace
        guard !run.isEmpty else { return }
        endingInSpace = endsInSpace ? pieces.count : nil
        pieces.append(.text(run))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
    }

    mutating func appendBreak(region: String?) {
        guard includes(region) else { return }
        endLine()
        pieces.append(.text("\n"))
        (isAtLineStart, isAfterSpace) = (true, false)
    }

    /// Adds a timestamp from which the following text is sung or spoken.
    mutating func append(_ time: MediaTime) { pieces.append(.timestamp(time)) }

    private mutating func endLine() {
        if let index = endingInSpace, case .text(let text) = pieces[index] { pieces[index] = .text(String(text.dropLast())) }
        endingInSpace = nil
    }

    /// Opens nested spans, which ``close()`` closes together.
    mutating func open(_ spans: [CueSpan]) { pieces.append(.open(spans)) }

    mutating func close() { pieces.append(.close) }

    /// Returns the text and its tree, without white space at line ends.
    mutating func finish() -> (text: String, tree: [CueNode]) {
        endLine()
        var plain = ""
        for case .text(let text) in pieces { plain += text }
        guard !plain.allSatisfy(\.isWhitespace) else { return ("", []) }
        dropEmptySpans()
        var builder = CueTreeBuilder(depth: depth)
        // Spans beyond the depth limit are not opened.
        var opened: [Int] = []
        for piece in pieces {
            switch piece {
            case .text(let text): builder.append(text)
            case .timestamp(let time): builder.append(.timestamp(time))
            case .open(let spans):
                opened.append(builder.open.count)
                for span in spans { builder.push(span) }
            case .close: if let count = opened.popLast() { builder.popAll(downTo: count) }
            }
        }
        return (plain, builder.finish())
    }

    /// Removes spans that contained only collapsed white space.
    private mutating func dropEmptySpans() {
        var open: [(index: Int, hasText: Bool)] = []
        var dropped: Set<Int> = []
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text): if !text.isEmpty, !open.isEmpty { open[open.count - 1].hasText = true }
            case .timestamp: break
            case .open: open.append((index, false))
            case .close:
                guard let span = open.popLast() else { continue }
                if !span.hasText {
                    dropped.formUnion([span.index, index])
                } else if !open.isEmpty {
                    open[open.count - 1].hasText = true
                }
            }
        }
        guard !dropped.isEmpty else { return }
        pieces = pieces.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    }
}
