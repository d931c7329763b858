// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxMedia

/// What W3C and others say of their files; skipped where the corpora are not at hand.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
    @Test("Every fact of W3C's file-parsing tests holds")
    func fileParsing() throws {
        let folder = "webvtt-wpt/file-parsing"
        let expectations = try #require(try Corpus.json("\(folder)/expectations.json") as? [String: [String: Any]])
        var checked = 0
        for (file, expected) in expectations {
            let document = try Corpus.document("\(folder)/\(file)")
            if let count = expected["cueCount"] as? Int { #expect(document.cues.count == count, "\(file)") }
            for fact in expected["facts"] as? [[Any]] ?? [] {
                guard let subject = fact[0] as? String, let relation = fact[1] as? String, subject.hasPrefix("cues"),
                    relation != "notEquals"
                else { continue }
                var wanted: Any = relation == "true" ? true : relation == "false" ? false : fact[2]
                if let other = wanted as? String, other.hasPrefix("cues[") { wanted = value(other, document) }
                #expect(isEqual(value(subject, document), wanted), "\(file): \(subject)")
                checked += 1
            }
        }
        #expect(checked > 300)
    }

    private func isEqual(_ value: Any, _ wanted: Any) -> Bool {
        switch (value, wanted) {
        case (let text as String, let wanted as String): text == wanted
        case (let flag as Bool, let wanted as Bool): flag == wanted
        case (let number as Double, let wanted as NSNumber): number == wanted.doubleValue
        case (is NSNull, is NSNull): true
        default: false
        }
    }

    private func value(_ subject: String, _ document: CaptionDocument) -> Any {
        let parts = subject.split(separator: ".").map(String.init)
        guard let index = Int(parts[0].dropFirst(5).dropLast()), document.cues.indices.contains(index), parts.count > 1 else { return "?" }
        let cue = document.cues[index]
        let region = cue.region.flatMap { document.region($0) }
        switch parts.dropFirst().joined(separator: ".") {
        case "id": return cue.id
        case "text": return cue.text
        case "startTime": return cue.start.seconds
        case "endTime": return cue.end.seconds
        case "line": return cue.settings.line ?? "auto"
        case "lineAlign": return cue.settings.lineAlignment.rawValue
        case "snapToLines": return cue.settings.snapToLines
        case "position": return cue.settings.position ?? "auto"
        case "positionAlign": return cue.settings.positionAlignment.rawValue
        case "size": return cue.settings.size
        case "align": return cue.settings.alignment.rawValue
        case "vertical": return cue.settings.vertical.rawValue
        case "region": return cue.region ?? NSNull()
        case "region.lines": return region?.lines ?? "?"
        case "region.regionAnchorX": return region?.anchorX ?? "?"
        case "region.regionAnchorY": return region?.anchorY ?? "?"
        case "region.viewportAnchorX": return region?.viewportAnchorX ?? "?"
        case "region.viewportAnchorY": return region?.viewportAnchorY ?? "?"
        case "region.scroll": return region.map { $0.scrollsUp ? "up" : "" } ?? "?"
        default: return "?"
        }
    }

    @Test("Every cue text of W3C's tests makes the expected tree", arguments: ["entities", "tags", "text", "timestamps", "tree-building"])
    func cueText(_ name: String) throws {
        let rows = try #require(try Corpus.json("webvtt-wpt/cue-text/\(name).json") as? [[String: String]])
        #expect(!rows.isEmpty)
        for row in rows {
            let document = read("WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n\(row["text"] ?? "")\n")
            #expect(document.cues.first?.tree.dump == row["expectedTree"], "\(row["text"] ?? "")")
        }
    }

    @Test("The style sheets have the expected rules")
    func styleSheets() throws {
        let document = try Corpus.document("webvtt-wpt/extra/stylesheets-newlines.vtt")
        #expect(document.styleSheets.map { $0.rules.map(\.selector) } == [["::cue(#foo)", ".foo"]] && document.cues.count == 2)
        let none = try Corpus.document("webvtt-wpt/extra/stylesheets-none.vtt")
        #expect(none.styleSheets.isEmpty && none.cues.isEmpty && none.errors.isEmpty)
    }

    static let siblingFiles =
        ["astisub/example-in.srt", "astisub/missing-sequence-in.srt", "astisub/example-in-non-utf8.srt", "astisub/example-out.vtt"]
        + ["astisub/example-in.vtt", "astisub/example-in-non-utf8.vtt", "astisub/example-in.ssa", "astisub/example-out.ssa"]
        + ["astisub/example-out-v4plus.ssa", "astisub/example-in.ttml", "astisub/example-out.ttml", "astisub/example-out-no-indent.ttml"]
        + ["astisub/example-in.stl", "astisub/example-out.stl", "astisub/example-in-nonzero-offset.stl"]

    @Test("The same content in sibling formats gives the same cues", arguments: CorpusTests.siblingFiles)
    func siblings(_ file: String) throws {
        let wanted = try Corpus.document("astisub/example-out.srt").cues
        let cues = try Corpus.document(file).cues
        #expect(wanted.count == 6)
        #expect(cues.map(\.text) == wanted.map(\.text))
        #expect(cues.map(\.start) == wanted.map(\.start) && cues.map(\.end) == wanted.map(\.end))
    }

    @Test(
        "Every file is read whole, cut anywhere, and byte by byte",
        arguments: ["astisub", "ttconv/srt", "ttconv/scc", "webvtt-wpt/file-parsing"])
    func anywhere(_ folder: String) throws {
        for file in try Corpus.files(folder) {
            let bytes = try Corpus.bytes(file)
            for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 50)) { _ = CaptionDocument.read(Array(bytes[..<end])) }
            guard file.hasSuffix(".vtt"), bytes.first == UInt8(ascii: "W") else { continue }
            let whole = CaptionDocument.read(bytes)
            guard !whole.errors.contains(where: { $0.code == .timing }) || !whole.cues.isEmpty, file != "astisub/example-in.vtt" else {
                continue
            }
            var reader = WebVTTReader()
            var cues: [Cue] = []
            for byte in bytes { cues += reader.read([byte]) }
            cues += reader.finish()
            #expect(cues == whole.cues && reader.errors == whole.errors, "\(file)")
        }
    }
}
