// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxMedia

/// Test files of W3C and others with their expected results; skipped if the corpora are missing.
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

    @Test("Every cue text of W3C's tests yields the expected tree", arguments: ["entities", "tags", "text", "timestamps", "tree-building"])
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
        #expect(document.styleSheets.map { $0.rules.map(\.selector) } == [["::cue(#foo)", ".foo"]])
        #expect(document.cues.count == 2)
        let none = try Corpus.document("webvtt-wpt/extra/stylesheets-none.vtt")
        #expect(none.styleSheets.isEmpty)
        #expect(none.cues.isEmpty)
        #expect(none.errors.isEmpty)
    }

    static let siblingFiles =
        ["astisub/example-in.srt", "astisub/missing-sequence-in.srt", "astisub/example-in-non-utf8.srt", "astisub/example-out.vtt"]
        + ["astisub/example-in.vtt", "astisub/example-in-non-utf8.vtt", "astisub/example-in.ssa", "astisub/example-out.ssa"]
        + ["astisub/example-out-v4plus.ssa", "astisub/example-in.ttml", "astisub/example-out.ttml", "astisub/example-out-no-indent.ttml"]
        + ["astisub/example-in.stl", "astisub/example-out.stl", "astisub/example-in-nonzero-offset.stl"]

    @Test("The same content in sibling formats yields the same cues", arguments: CorpusTests.siblingFiles)
    func siblings(_ file: String) throws {
        let wanted = try Corpus.document("astisub/example-out.srt").cues
        let cues = try Corpus.document(file).cues
        #expect(wanted.count == 6)
        #expect(cues.map(\.text) == wanted.map(\.text))
        #expect(cues.map(\.start) == wanted.map(\.start))
        #expect(cues.map(\.end) == wanted.map(\.end))
    }

    private func texts(_ file: String) throws -> [String] { try Corpus.document(file).cues.map { $0.plainText() } }

    @Test("Line breaks, entities and carriage returns are read in every format that has them")
    func astisub() throws {
        let breaks = [
            "First line\nSecond line", "Third line\nFourth line", "Fifth line\nSixth middle line", "Seventh line\nEighth middle line",
        ]
        #expect(try texts("astisub/example-in-breaklines.ttml") == breaks && texts("astisub/example-out-breaklines.ttml") == breaks)
        let references = [
            "The man in black fled across the desert, \u{A0}\n& the gunslinger followed.", "Go,\u{A0}then,",
            "there are other < worlds than these.",
        ]
        for file in ["in-html-entities.srt", "out-html-entities.srt", "in-html-entities.vtt", "out-html-entities.vtt"] {
            #expect(try texts("astisub/example-\(file)") == references)
        }
        let returns = try texts("astisub/example-in-carriage-return.vtt")
        #expect(returns.first == "Did one of the last stories strike you as\nmore interesting than the other?")
        #expect(try texts("astisub/example-in-carriage-return.srt") == returns)
        #expect(try texts("astisub/example-in-carriage-return.ssa").count >= returns.count)
        let styled = try texts("astisub/example-in-styled.srt")
        #expect(
            try styled.count == 10 && texts("astisub/example-out-styled.vtt") == styled && texts("astisub/example-out-styled.srt") == styled
        )
        // The file begins with a space and another word: WebVTT 6.1, step 6.
        #expect(CaptionDocument.read(try Corpus.bytes("astisub/broken-1-in.vtt"), as: .webVTT).errors.map(\.code) == [.signature])
        #expect(try texts("astisub/example-opn-in.stl") == texts("astisub/example-opn-out.stl"))
        let merged = try Corpus.document("astisub/example-in-merging-style.ttml")
        #expect(merged.cues.first?.plainText() == "text1.0 text1.1")
        #expect(merged.cues.first?.region == "region_0")
        #expect(merged.regions.count == 3)
        #expect(merged.cues.first?.style["color"] == "red")
        #expect(merged.region("region_0")?.viewportAnchorY == 90)
    }

    @Test("SCC captions of all three modes, and positions and tags of SubRip, are read as intended")
    func ttconv() throws {
        let popOn = try texts("ttconv/scc/pop-on.scc")
        #expect(popOn.prefix(2) == ["( horn honking )", "HEY, THE®E."])
        #expect(popOn.contains("Test ½ Caption\nTest  test  Captions"))
        #expect(try texts("ttconv/scc/paint-on.scc").first == "Lorem ipsum dolor sit amet,\nconsectetur adipiscing elit.")
        let rolling = try texts("ttconv/scc/mix-rows-roll-up.scc")
        #expect(rolling.prefix(2) == [">>> HI.", ">>> HI.\nI'M KEVIN CUNNING AND AT"])
        let places = try Corpus.document("ttconv/srt/alignment.srt").cues.map(\.settings)
        #expect(places.map(\.alignment) == [.left, .center, .right, .left, .center, .right, .left, .center, .right])
        #expect(places.map(\.line) == [nil, nil, nil, 50, 50, 50, 0, 0, 0])
        #expect(try texts("ttconv/srt/extended-tags.srt") == ["Hello my name is Bob"])
    }

    @Test(
        "Every file is read completely, cut anywhere, and byte by byte",
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
            #expect(cues == whole.cues, "\(file)")
            #expect(reader.errors == whole.errors, "\(file)")
        }
    }
}
