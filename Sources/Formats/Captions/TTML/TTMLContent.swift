// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The text of a TTML paragraph, with white space treated as its `xml:space` says (TTML2 8.2.11).
///
/// Where white space collapses, the first of a run stays, and in the span that it stands in; before and behind a line's end none does.
struct TTMLContent {
    private enum Piece {
        case text(String)
        case timestamp(MediaTime)
        case open([CueSpan])
        case close
    }

    private var pieces: [Piece] = []
    private let depth: Int
    /// Of which alone text is taken; nil takes all.
    private let region: String?
    private var isAtLineStart = true
    /// The piece that ends with white space which counts only if something follows it on the line.
    private var endingInSpace: Int?
    /// Whether white space was the last of the line, even if it stays.
    private var isAfterSpace = false

    init(depth: Int, region: String? = nil) {
        self.depth = depth
        self.region = region
    }

    private func takes(_ other: String?) -> Bool { region == nil || region == other }

    mutating func append(_ text: String, preservesSpace: Bool, region: String?) {
        guard takes(region) else { return }
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
        guard takes(region) else { return }
        endLine()
        pieces.append(.text("\n"))
        (isAtLineStart, isAfterSpace) = (true, false)
    }

    /// From when on what follows is sung or spoken.
    mutating func append(_ time: MediaTime) { pieces.append(.timestamp(time)) }

    private mutating func endLine() {
        if let index = endingInSpace, case .text(let text) = pieces[index] { pieces[index] = .text(String(text.dropLast())) }
        endingInSpace = nil
    }

    /// Opens spans in each other, which ``close()`` closes together.
    mutating func open(_ spans: [CueSpan]) { pieces.append(.open(spans)) }

    mutating func close() { pieces.append(.close) }

    /// The text without white space at the ends of its lines, and its tree.
    mutating func finish() -> (text: String, tree: [CueNode]) {
        endLine()
        var plain = ""
        for case .text(let text) in pieces { plain += text }
        guard !plain.allSatisfy(\.isWhitespace) else { return ("", []) }
        dropEmptySpans()
        var builder = CueTreeBuilder(depth: depth)
        // What was opened may be more than fits.
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

    /// Spans of which white space was all, and is gone, have nothing to show.
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
