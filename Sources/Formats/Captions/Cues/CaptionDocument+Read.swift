// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CaptionDocument {
    /// Reads a complete file. The format and the encoding are detected from its bytes if not given.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - format: The format to read it as; nil detects it.
    ///   - encoding: The text encoding, if known from elsewhere.
    ///   - service: The closed-caption service to read; nil reads all Scenarist channels, and the first service of MacCaption files.
    ///   - limits: Bounds against hostile input.
    public static func read(
        _ bytes: [UInt8], as format: CaptionFormat? = nil, encoding: TextEncoding? = nil, service: ClosedCaptionService? = nil,
        limits: CaptionLimits = CaptionLimits()
    ) -> CaptionDocument {
        bytes.withUnsafeBufferPointer { file in
            if (format ?? CaptionFormat.detect(file.slice(0, 16))) == .ebuSTL { return EBUSTLReader.read(file, limits: limits) }
            // XML declares its own encoding.
            if encoding == nil, format == .ttml || CaptionFormat.detect(file.slice(0, 1024)) == .ttml {
                return TTMLReader.read(file, limits: limits)
            }
            let known = encoding ?? TextEncoding.detect(file)
            if known == .utf8 { return read(file, as: format ?? CaptionFormat.detect(file), service, limits) }
            // WebVTT is always UTF-8; only a UTF-16 byte order mark shows that a file was saved in the wrong encoding.
            if encoding == nil, known.isLegacy, (format ?? CaptionFormat.detect(file)) == .webVTT {
                return read(file, as: .webVTT, service, limits)
            }
            return known.decode(file).withUnsafeBufferPointer { text in
                var document = read(text, as: format ?? CaptionFormat.detect(text), service, limits)
                if encoding == nil {
                    document.errors.insert(
                        CaptionError(code: .encoding, line: 0, message: "the text is read as \(known.name)", remedy: "save it as UTF-8"),
                        at: 0)
                }
                return document
            }
        }
    }

    private static func read(
        _ text: ByteText, as format: CaptionFormat?, _ service: ClosedCaptionService?, _ limits: CaptionLimits
    ) -> CaptionDocument {
        switch format {
        case .webVTT?:
            let document = readWebVTT(text, isLenient: false, limits)
            // If no cue has valid timings, the writer doesn't follow the standard, but its captions may still be readable.
            guard document.cues.isEmpty, document.errors.contains(where: { $0.code == .timing }) else { return document }
            let lenient = readWebVTT(text, isLenient: true, limits)
            // Each leniently read cue is reported too. If most timings still fail, or only one cue results, the text is not captions.
            let failures = lenient.errors.count { $0.code == .timing } - lenient.cues.count
            return lenient.cues.count > 1 && failures <= lenient.cues.count ? lenient : document
        case .subRip?:
            var reader = SubRipReader(limits: limits, isKnownUTF8: true)
            var cues = reader.feed(text)
            cues += reader.finish()
            return CaptionDocument(format: .subRip, cues: cues, errors: reader.errors)
        case .subStation?:
            var reader = SubStationReader(limits: limits)
            var cues = reader.feed(text)
            cues += reader.finish()
            return CaptionDocument(format: .subStation, cues: cues, errors: reader.errors)
        case .scenarist?:
            var reader = ScenaristReader(limits: limits, service: service)
            var cues = reader.feed(text)
            cues += reader.finish()
            return CaptionDocument(format: .scenarist, cues: cues, errors: reader.errors)
        case .macCaption?:
            var reader = MacCaptionReader(limits: limits, service: service)
            var cues = reader.feed(text)
            cues += reader.finish()
            return CaptionDocument(format: .macCaption, cues: cues, regions: reader.regions, errors: reader.errors)
        case .ttml?: return TTMLReader.read(text, limits: limits)
        default:
            let message =
                text.otherFormat.map { "captions in the format \($0) are not supported" } ?? "the caption format is unknown"
            let error = CaptionError(
                code: .unknownFormat, line: 0, message: message,
                remedy: "give WebVTT, SubRip, SubStation, Scenarist, MacCaption, TTML or EBU STL")
            return CaptionDocument(format: format ?? .webVTT, errors: [error])
        }
    }
}

extension ByteText {
    /// The name of a format that is recognised but not read; nil for others.
    fileprivate var otherFormat: String? {
        let content = (hasPrefix("\u{FEFF}") ? slice(from: 3) : self).slice(0, 1024).trimmed
        if content.isSAMI { return "SAMI" }
        // {12}{34}: the first and the last frame.
        guard content.hasPrefix("{"), let end = content.position(of: UInt8(ascii: "}")), end > 1 else { return nil }
        let isNumber = content.slice(1, end).allSatisfy(\.isDigit)
        return isNumber && content.slice(from: end + 1).hasPrefix("{") ? "MicroDVD" : nil
    }

    fileprivate var isSAMI: Bool { slice(0, 5).equalsIgnoringCase("<sami") }
}

extension CaptionDocument {
    private static func readWebVTT(_ text: ByteText, isLenient: Bool, _ limits: CaptionLimits) -> CaptionDocument {
        var reader = WebVTTReader(limits: limits, isLenient: isLenient)
        var cues = reader.feed(text)
        cues += reader.finish()
        return CaptionDocument(
            format: .webVTT, cues: cues, regions: reader.regions, styleSheets: reader.styleSheets, errors: reader.errors,
            timestampMap: reader.timestampMap)
    }
}

extension CaptionFormat {
    /// Detects the format from the first bytes of a file in UTF-8; nil if unknown.
    static func detect(_ text: ByteText) -> CaptionFormat? {
        if text.count > 11, text.slice(3, 6).equals("STL"), text.slice(8, 11).equals(".01") { return .ebuSTL }
        let start = text.hasPrefix("\u{FEFF}") ? text.slice(from: 3) : text
        if start.hasPrefix("WEBVTT") { return .webVTT }
        let head = start.slice(0, 64 << 10)
        let content = head.trimmed
        if content.hasPrefix("Scenarist_SCC") { return .scenarist }
        if content.hasPrefix(MacCaptionReader.signature) { return .macCaption }
        if content.first == UInt8(ascii: "<") { return content.isSAMI ? nil : .ttml }
        if content.first == UInt8(ascii: "["), content.slice(0, 13).equalsIgnoringCase("[script info]") { return .subStation }
        var hasTimes = false
        var hasSections = false
        var lines = LineReader(limit: 1 << 16)
        lines.read(start.slice(0, 1 << 20)) { line, _ in
            if !hasTimes { hasTimes = SubRipTimings(line) != nil }
            if !hasSections { hasSections = line.hasPrefix("Dialogue:") || line.trimmed.equalsIgnoringCase("[events]") }
        }
        lines.finish { line, _ in if !hasTimes { hasTimes = SubRipTimings(line) != nil } }
        if hasSections { return .subStation }
        return hasTimes ? .subRip : nil
    }
}
