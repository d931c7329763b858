// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxXML

@Suite("Lenient attributes")
struct AttributeTests {
    private func read(_ text: String, _ mode: MarkupDocument.Mode = .lenient) throws -> MarkupDocument {
        try MarkupDocument.read(Array(text.utf8), mode: mode)
    }

    @Test(
        "Attributes without quotes, spaces or values are read and reported, and refused in strict mode",
        arguments: [
            (#"<a><b c=1 d=http://h/x?y=1/>t</a>"#, ["c": "1", "d": "http://h/x?y=1"]),
            (#"<a><b c="1"d='2'e="3">t</b></a>"#, ["c": "1", "d": "2", "e": "3"]),
            (#"<a><b c d = "2" e/>t</a>"#, ["c": "", "d": "2", "e": ""]),
            (#"<a><b width=640" height="360">t</b></a>"#, ["width": "640", "height": "360"]),
            (#"<a><b c=x&y d=&amp;>t</b></a>"#, ["c": "x&y", "d": "&"]),
            ("<a><b\n  c=1\n  d='2'e=3\n>t</b></a>", ["c": "1", "d": "2", "e": "3"]),
        ])
    func attributes(text: String, values: [String: String]) throws {
        let document = try read(text)
        let element = try #require(document.root.first("b"))
        for (name, value) in values { #expect(element.attribute(name) == value, "\(name) of \(text)") }
        #expect(document.root.allText == "t")
        let problem = try #require(document.problems.first { $0.code == .attribute })
        #expect(problem.line > 0)
        #expect(problem.column > 0)
        #expect(problem.remedy.contains("NAME"))
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test("Well-formed attributes beside others, text, comments and CDATA sections stay unchanged")
    func untouched() throws {
        let text = #"<a x="it's > 1"><!-- b=1 c --><b c=1/><![CDATA[<d e=2 f>]]>g="1"h <i j='"k"'>it's</i></a>"#
        let root = try read(text).root
        #expect(root.attribute("x") == "it's > 1")
        #expect(root.first("b")?.attribute("c") == "1")
        #expect(root.text == #"<d e=2 f>g="1"h"#)
        #expect(root.first("i")?.attribute("j") == #""k""#)
        #expect(root.first("i")?.text == "it's")
    }

    @Test("Unterminated attributes affect only their document")
    func unfinished() throws {
        for text in [
            "<a b", "<a b=", "<a b=c", "<a b=\"c", "<a b=c><d e=f", "<a b='1'c", "<a b=<c d=e></c></a>", "<a b=\"c><d e=\"f\"/></a>",
        ] {
            _ = try? read(text)
        }
        let many = "<a>" + String(repeating: "<b c=1 d/>", count: 5000) + "</a>"
        #expect(try read(many).root.children.count == 5000)
    }
}
