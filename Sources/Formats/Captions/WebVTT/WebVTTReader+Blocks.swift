// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The block being collected (WebVTT 6.1, "collect a WebVTT block").
struct WebVTTBlock: Sendable {
    enum Kind { case undetermined, cue, failedCue, style, region }

    var kind = Kind.undetermined
    var lineCount = 0
    /// The first line of the block, and of its content.
    var firstLine = 0
    var contentLine = 0
    var hasArrow = false
    var isTruncated = false
    var buffer: [UInt8] = []
    var cue = Cue(start: .zero, end: .zero, text: "", tree: [])

    mutating func begin(at line: Int) {
        kind = .undetermined
        lineCount = 0
        firstLine = line
        contentLine = line
        hasArrow = false
        isTruncated = false
        buffer.removeAll(keepingCapacity: buffer.capacity < 1 << 16)
    }
}

extension WebVTTReader {
    mutating func beginBlock(_ text: ByteText) {
        phase = .block
        block.begin(at: state.line)
        readBlock(text)
    }

    mutating func readBlock(_ text: ByteText) {
        block.lineCount += 1
        if text.isEmpty {
            endBlock()
            phase = .betweenBlocks
        } else if text.arrow != nil {
            guard block.lineCount == 1 || block.lineCount == 2 && !block.hasArrow else {
                // A timing line starts a new block even without a blank line.
                endBlock()
                return beginBlock(text)
            }
            readTimings(text)
        } else {
            if block.lineCount == 2 { determine() }
            append(text)
        }
    }

    /// The second line shows whether the block is a style sheet or a region, which are allowed only before the first cue.
    private mutating func determine() {
        guard !hasSeenCue, block.kind == .undetermined else { return }
        block.buffer.withUnsafeBufferPointer { first in
            if first.hasPrefix("STYLE"), first.slice(from: 5).allSatisfy(\.isSpace) {
                block.kind = .style
            } else if first.hasPrefix("REGION"), first.slice(from: 6).allSatisfy(\.isSpace) {
                block.kind = .region
            }
        }
        guard block.kind != .undetermined else { return }
        block.buffer.removeAll(keepingCapacity: true)
        block.contentLine = state.line
    }

    private mutating func append(_ text: ByteText) {
        guard block.kind != .failedCue, !block.isTruncated else { return }
        guard block.buffer.count + text.count < state.limits.blockBytes else {
            block.isTruncated = true
            return state.list.report(
                .limit, state.line, "the block has more than \(state.limits.blockBytes) bytes; the rest is ignored",
                "raise the limit of bytes in a block")
        }
        if !block.buffer.isEmpty { block.buffer.append(0x0A) }
        block.buffer.append(contentsOf: text)
    }

    private mutating func readTimings(_ text: ByteText) {
        block.hasArrow = true
        guard let timings = WebVTTTimings(text) ?? lenientTimings(text) else {
            block.kind = .failedCue
            return state.list.report(
                .timing, state.line, "the times cannot be read: \(text.excerpt)",
                "write them as 00:00:01.000 --> 00:00:02.000, with milliseconds"
            )
        }
        block.kind = .cue
        hasSeenCue = true
        var cue = Cue(id: String(decoding: block.buffer, as: UTF8.self), start: timings.start, end: timings.end, text: "", tree: [])
        if timings.end <= timings.start {
            state.list.report(
                .order, state.line, "the cue does not end after it starts, so it is never shown", "give it a later end")
        }
        if timings.settings < text.count { readSettings(text.slice(from: timings.settings), &cue) }
        block.cue = cue
        block.buffer.removeAll(keepingCapacity: true)
        block.contentLine = state.line + 1
    }

    private mutating func lenientTimings(_ text: ByteText) -> WebVTTTimings? {
        guard isLenient, let timings = WebVTTTimings(text, isLenient: true) else { return nil }
        let remedy = "write them as 00:00:01.000 --> 00:00:02.000"
        state.list.report(.timing, state.line, "the times are not in WebVTT format: \(text.excerpt)", remedy)
        return timings
    }

    /// Reports each setting that `apply` rejects.
    private mutating func readSettings(
        _ text: ByteText, of what: String, line: Int, _ apply: (inout WebVTTReader, _ name: ByteText, _ value: ByteText) -> Bool
    ) {
        WebVTTSettings.forEach(text) { name, value, word in
            guard !apply(&self, name, value) else { return }
            state.list.report(.setting, line, "the \(what) setting is invalid: \(word.excerpt)", "correct or remove it")
        }
    }

    private mutating func readSettings(_ text: ByteText, _ cue: inout Cue) {
        readSettings(text, of: "cue", line: state.line) { reader, name, value in
            guard name.equals("region") else { return WebVTTSettings.apply(name, value, to: &cue.settings) }
            let id = value.string
            cue.region = reader.regionIndex[id] == nil ? nil : id
            if cue.region == nil {
                reader.state.list.report(
                    .region, reader.state.line, "there is no region \(value.excerpt)", "define it in a REGION block before the cues")
            }
            return true
        }
        let settings = cue.settings
        if cue.region != nil, settings.line != nil || settings.size != 100 || settings.vertical != .horizontal {
            cue.region = nil
            state.list.report(
                .region, state.line, "a cue with a line, a size or vertical text cannot be in a region", "remove the setting or the region")
        }
    }

    mutating func endBlock() {
        guard phase == .block else { return }
        switch block.kind {
        case .cue: endCue()
        case .style: endStyle()
        case .region: endRegion()
        case .failedCue: break
        case .undetermined:
            let isNote = block.buffer.withUnsafeBufferPointer { $0.hasPrefix("NOTE") && ($0.count == 4 || $0[4].isSpace) }
            if !isNote {
                state.list.report(
                    .strayText, block.firstLine, "the block is neither a cue nor a comment",
                    "begin comments with NOTE; give cues their times")
            }
        }
        phase = .betweenBlocks
    }

    private mutating func endCue() {
        guard state.reserveCue(at: block.firstLine) else { return }
        var cue = block.cue
        block.buffer.withUnsafeBufferPointer { text in
            cue.text = text.string
            // Text without tags and references is a single text node.
            if text.isEmpty {
                cue.tree = []
            } else if text.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
                let parsed = parser.parse(text)
                cue.tree = parsed.tree
                if parsed.isTooDeep {
                    state.list.report(
                        .limit, block.contentLine, "tags are nested more than \(state.limits.depth) levels deep", "close them")
                }
            } else {
                cue.tree = [.text(cue.text)]
            }
        }
        state.cues.append(cue)
    }

    private mutating func endStyle() {
        let size = block.buffer.count + 64
        guard size <= state.limits.styleBytes - styleBytes else {
            let message = "the style sheets have more than \(state.limits.styleBytes) bytes; this one is ignored"
            return state.list.report(.limit, block.firstLine, message, "raise the limit of bytes in style sheets")
        }
        styleBytes += size
        let css = String(decoding: block.buffer, as: UTF8.self)
        styleSheets.append(StyleSheet(css, line: block.contentLine, errors: &state.list))
    }

    private mutating func endRegion() {
        var region = CaptionRegion()
        let buffer = block.buffer
        buffer.withUnsafeBufferPointer { text in
            readSettings(text, of: "region", line: block.contentLine) { WebVTTSettings.apply($1, $2, to: &region) }
        }
        if let index = regionIndex[region.id] {
            regions[index] = region
        } else if regions.count < state.limits.regions {
            regionIndex[region.id] = regions.count
            regions.append(region)
        } else {
            state.list.report(.limit, block.firstLine, "there are more than \(state.limits.regions) regions", "raise the limit of regions")
        }
    }
}
