// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads a playlist line by line. Tags are handled in order; `finish` checks the whole playlist.
struct PlaylistReader {
    enum Kind { case undetermined, media, multivariant }

    let baseURL: String
    let options: ReadingOptions
    var diagnostics: [PlaylistDiagnostic] = []
    var kind = Kind.undetermined
    var media: MediaPlaylist
    var multivariant: MultivariantPlaylist
    var segment = SegmentState()
    var pendingVariant: Variant?
    var variables = PlaylistVariables()
    /// Bit set of the once-only tags seen, by raw value.
    var seen: UInt64 = 0
    var requiredVersion = 1
    var attributes = AttributeList()
    var dateRangeIndex: [String: Int] = [:]

    var lineNumber = 0
    /// Whether there is a known tag, and whether there is one of HLS, known or not.
    private var sawTag = (known: false, ofStream: false)
    private(set) var isStopped = false

    var isStrict: Bool { options.mode == .strict }

    init(baseURL: String, options: ReadingOptions) {
        self.baseURL = baseURL
        self.options = options
        media = MediaPlaylist(targetDuration: 0, baseURL: baseURL)
        multivariant = MultivariantPlaylist(baseURL: baseURL)
    }

    mutating func read(_ text: ByteText) -> PlaylistReading {
        guard text.count <= options.limits.bytes else {
            stop("the playlist has \(text.count) bytes, more than the \(options.limits.bytes) allowed", "raise the limit of bytes")
            return PlaylistReading(playlist: nil, diagnostics: diagnostics)
        }
        var position = 0
        lineNumber = 1
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            deviation(.encoding, 0, "the text begins with a byte order mark", "save it as UTF-8 without one")
            position = 3
        }
        while position < text.count, !isStopped {
            let (end, hasNonASCII) = text.lineEnd(from: position)
            readLine(text.slice(position, end), hasNonASCII: hasNonASCII)
            // CR LF and a lone CR are line breaks too.
            position = end + 1
            if end < text.count, text[end] == 0x0D, position < text.count, text[position] == 0x0A { position += 1 }
            lineNumber += 1
        }
        return finish()
    }

    private mutating func readLine(_ whole: ByteText, hasNonASCII: Bool) {
        guard whole.count <= options.limits.lineBytes else {
            stop("a line has \(whole.count) bytes, more than the \(options.limits.lineBytes) allowed", "raise the limit of bytes on a line")
            return
        }
        var line = whole
        if let last = line.last, last.isBlank || line[0].isBlank {
            if line[0].isBlank, !line.trimmed.isEmpty { deviation(.encoding, 0, "the line begins with white space", "remove it") }
            line = line.trimmed
        }
        if isStrict { checkCharacters(of: line) }
        if hasNonASCII, !line.string.utf8.elementsEqual(line) {
            deviation(.encoding, 0, "the line is not well-formed UTF-8", "save the playlist as UTF-8")
            // Repairs the whole line, so that names that become equal are treated as the same.
            let repaired = Array(line.string.utf8)
            repaired.withUnsafeBufferPointer { readContent($0) }
        } else {
            readContent(line)
        }
    }

    private mutating func readContent(_ line: ByteText) {
        guard let first = line.first else {
            checkHeader(nil)
            return
        }
        if first != UInt8(ascii: "#") {
            checkHeader(nil)
            readURI(line)
        } else if line.hasPrefix("#EXT") {
            readTag(line)
        } else {
            checkHeader(nil)
        }
    }

    private mutating func readTag(_ line: ByteText) {
        // Fast path: every second line of most playlists.
        if line.hasPrefix("#EXTINF:") { return readTag(.duration, line.slice(from: 8), 8) }
        let colon = line.position(of: UInt8(ascii: ":"))
        let name = line.slice(1, colon ?? line.count).trimmed
        let start = colon.map { $0 + 1 } ?? line.count
        let value = line.slice(from: start)
        if line.hasPrefix("#EXT-X-") { sawTag.ofStream = true }
        guard let tag = Tag(name) else {
            if lineNumber == 1, line.hasPrefix("#EXTM3U"), line[7].isBlank {
                // Channel lists for television put the addresses of programme guides here.
                deviation(.misplacedTag, 7, "text follows EXTM3U", "write #EXTM3U alone on its line")
                sawTag.known = true
            } else {
                checkHeader(nil)
            }
            keepUnknown(UnknownTag(name: name.string, value: colon == nil ? nil : value.trimmed.string, line: lineNumber))
            return
        }
        readTag(tag, value, start)
    }

    private mutating func readTag(_ tag: Tag, _ value: ByteText, _ start: Int) {
        checkHeader(tag)
        sawTag.known = true
        switch tag.scope {
        case .both: break
        case .media:
            if kind == .multivariant { return misplaced(tag, "a multivariant playlist") }
            kind = .media
        case .multivariant:
            if kind == .media {
                misplaced(tag, "a media playlist")
                // A stray media tag does not turn a list of variants into a media playlist.
                guard tag == .variant, media.segments.isEmpty, segment.duration == nil else { return }
            }
            kind = .multivariant
        }
        if tag.isOfSegment { segment.hasBegun = true }
        handle(tag, value, start)
    }

    private mutating func misplaced(_ tag: Tag, _ location: String) {
        deviation(.misplacedTag, 0, "\(tag.name) is in \(location)", "keep the tags of the two kinds of playlist apart")
    }

    /// Reports a first line that is not `#EXTM3U`.
    @inline(__always) private mutating func checkHeader(_ tag: Tag?) {
        guard lineNumber == 1, tag != .header else { return }
        deviation(.missingHeader, 0, "the first line is not #EXTM3U", "begin the playlist with #EXTM3U")
    }

    private mutating func keepUnknown(_ tag: UnknownTag) {
        if segment.hasBegun {
            segment.unknownTags.append(tag)
            if segment.unknownTags.count > options.limits.items { tooMany("unknown tags") }
        } else {
            media.unknownTags.append(tag)
            if media.unknownTags.count > options.limits.items { tooMany("unknown tags") }
        }
    }

    private mutating func readURI(_ line: ByteText) {
        guard let uri = reference(line, 0) else { return }
        if kind == .multivariant {
            guard var variant = pendingVariant else {
                deviation(.misplacedTag, 0, "a URI without EXT-X-STREAM-INF before it", "add the tag or remove the line")
                return
            }
            pendingVariant = nil
            variant.uri = uri
            multivariant.variants.append(variant)
            if multivariant.variants.count > options.limits.variants { tooMany("variants") }
        } else {
            addSegment(uri)
        }
    }

    /// Whether the text contains a playlist tag.
    var isPlaylist: Bool { sawTag.known }

    /// Whether the text lists separate media.
    var isAddressList: Bool { !sawTag.ofStream && !media.segments.isEmpty }

    // MARK: Diagnostics

    /// Reports a violation of the standard: an error in strict mode, a warning otherwise.
    mutating func deviation(
        _ code: PlaylistDiagnostic.Code, _ column: Int, _ message: @autoclosure () -> String, _ remedy: @autoclosure () -> String
    ) {
        report(isStrict ? .error : .warning, code, column, message(), remedy())
    }

    mutating func report(
        _ severity: PlaylistDiagnostic.Severity, _ code: PlaylistDiagnostic.Code, _ column: Int, _ message: String, _ remedy: String
    ) {
        guard diagnostics.count < options.limits.diagnostics else { return }
        diagnostics.append(
            PlaylistDiagnostic(severity: severity, code: code, line: lineNumber, column: column + 1, message: message, remedy: remedy))
    }

    mutating func tooMany(_ what: StaticString) { stop("there are too many \(what.text)", "raise the limit of \(what.text)") }

    private mutating func stop(_ message: String, _ remedy: String) {
        isStopped = true
        conclude(.limit, message, remedy)
    }

    /// Reports why there is no playlist, if need be in place of the last of too many diagnostics.
    mutating func conclude(_ code: PlaylistDiagnostic.Code, _ message: String, _ remedy: String) {
        if diagnostics.count >= options.limits.diagnostics, !diagnostics.isEmpty { diagnostics.removeLast() }
        report(.error, code, 0, message, remedy)
    }
}
