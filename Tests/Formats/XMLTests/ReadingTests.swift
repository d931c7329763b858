// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxXML

@Suite struct ReadingTests {
    @Test("Elements, attributes, text and lines are read in document order")
    func order() throws {
        let root = try read("<a x='1' y=\"&lt;2\">\n<b/>one<![CDATA[<two>]]>&amp;<c>\n 3 </c>four</a>").root
        #expect(root.name == "a")
        #expect(root.line == 1)
        #expect(root.attributes.map(\.name) == ["x", "y"])
        #expect(root.attribute("y") == "<2")
        #expect(root.children.map(\.name) == ["b", "c"])
        #expect(root.children.map(\.line) == [2, 2])
        #expect(root.content.count == 4)
        #expect(root.content[1] == .text("one<two>&"))
        #expect(root.first("c")?.text == "3")
        #expect(root.text == "one<two>&four")
        #expect(root.allText == "one<two>&\n 3 four")
    }

    @Test("White space between elements is kept on request")
    func blanks() throws {
        let text = "<p> <b>1</b> <b>2</b></p>"
        #expect(try MarkupDocument.read(Array(text.utf8), keepsBlankText: true).root.content.count == 4)
        #expect(try read(text).root.content.count == 2)
    }

    @Test("Namespaces are resolved, and undeclared prefixes are reported and accepted")
    func namespaces() throws {
        let text = "<r xmlns='urn:d' xmlns:p='urn:p'><p:a p:k='1' k='2'/><q:a q:k='3'/></r>"
        let document = try read(text)
        let (first, second) = (document.root.children[0], document.root.children[1])
        #expect(document.root.namespace == "urn:d")
        #expect((first.name, first.prefix, first.namespace) == ("a", "p", "urn:p"))
        #expect(first.attribute("k") == "2")
        #expect(first.attribute("k", namespace: "urn:p") == "1")
        #expect((second.name, second.prefix, second.namespace) == ("a", "q", nil))
        #expect(second.attribute("k") == "3")
        #expect(document.problems.map(\.code) == [.prefix, .prefix])
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test("Stray ampersands stay in URLs, and the error has the position")
    func ampersands() throws {
        let text = "<a>\n  <u k='?x=1&y=2'>http://h/?a=1&b=2&amp;c=&other;&#65;&#0;&</u><![CDATA[&z]]></a>"
        let document = try read(text)
        #expect(document.root.first("u")?.text == "http://h/?a=1&b=2&c=&other;A&#0;&")
        #expect(document.root.first("u")?.attribute("k") == "?x=1&y=2")
        #expect(document.root.text == "&z")
        let problem = try #require(document.problems.first)
        #expect(problem.code == .reference)
        #expect(problem.line == 2)
        #expect(problem.column >= 13)
        #expect(problem.column <= 16)
        #expect(!problem.remedy.isEmpty)
        #expect(throws: problem) { try read(text, .strict) }
    }

    @Test("Undeclared HTML character names are resolved and reported")
    func names() throws {
        let text = "<a k='&mdash;'>one&nbsp;two&hellip;<b>&amp;nbsp;</b></a>"
        let document = try read(text)
        #expect(document.root.text == "one\u{A0}two…")
        #expect(document.root.attribute("k") == "—")
        #expect(document.root.first("b")?.text == "&nbsp;")
        #expect(document.problems.allSatisfy { $0.code == .reference })
        #expect(!document.problems.isEmpty)
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test("HTML names of Western European letters are resolved")
    func namedLetters() throws {
        let document = try MarkupDocument.read(Array("<a>Caf&eacute; &yuml;&Agrave;&amp;eacute; &copy=1 &eacute</a>".utf8))
        #expect(document.root.text == "Café ÿÀ&eacute; &copy=1 &eacute")
    }

    @Test("The end of a CDATA section that did not begin is text, and the text before it stays")
    func strayEnds() throws {
        let text = "<a><b>http://h/x]]></b>a ]]> b<![CDATA[c]]]]>><d k=']]>'/></a>"
        let document = try read(text)
        #expect(document.root.first("b")?.text == "http://h/x]]>")
        #expect(document.root.text == "a ]]> bc]]>")
        #expect(document.root.first("d")?.attribute("k") == "]]>")
        #expect(document.problems.map(\.code) == [.sectionEnd, .sectionEnd])
        #expect(document.problems.map(\.line) == [1, 1])
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test("An angle bracket that begins no tag is text, in values too, and is reported")
    func strayBrackets() throws {
        let text = "<a k='1<2' l='3'><b>a << b</b><c>I <3 &amp; you</c><d>x <</d>"
        let document = try read(text + "</a>")
        #expect(document.root.attribute("k") == "1<2")
        #expect(document.root.attribute("l") == "3")
        #expect(document.root.children.map(\.text) == ["a << b", "I <3 & you", "x <"])
        #expect(!document.problems.isEmpty)
        #expect(document.problems.allSatisfy { $0.line == 1 })
        #expect(throws: MarkupError.self) { try read(text + "</a>", .strict) }
    }

    @Test("NUL characters are removed everywhere, and reported with the position of the first")
    func zeros() throws {
        let text = "<a>\n <b\0>1\0<![CDATA[2\0]]>3</b><c k='4\0'/></a\0>\0"
        let document = try read(text)
        #expect(document.root.first("b")?.text == "123")
        #expect(document.root.first("c")?.attribute("k") == "4")
        #expect(document.problems.contains { $0.code == .notWellFormed && $0.line == 2 && $0.column == 4 && $0.message.contains("0") })
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test(
        "Crossed, unclosed and truncated tags leave what was read",
        arguments: ["<a><b>1</c></b></a>", "<a><b>1", "<a><b>1</b>", "<a><b>1</b><c"])
    func broken(_ text: String) throws {
        let document = try read(text)
        #expect(document.root.name == "a")
        #expect(document.root.first("b")?.text == "1")
        #expect(!document.problems.isEmpty)
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test("Text before and after the document is skipped and reported")
    func surroundings() throws {
        let document = try read("\n junk\n <?xml version='1.0'?><a>1</a>tail")
        #expect(document.root.text == "1")
        #expect(document.root.line == 3)
        #expect(document.problems.map(\.code) == [.surroundings, .surroundings])
        #expect(try read("\u{FEFF}<a/>").problems.isEmpty)
        #expect(try read("\n <a/>", .strict).root.name == "a")
    }

    @Test(
        "A document without an element is refused",
        arguments: ["", " ", "text", "<!-- -->", "<?xml version='1.0'?>", "{\"json\": 1}", "<", "<<<"])
    func empty(_ text: String) {
        #expect(throws: MarkupError.self) { try read(text) }
        #expect(throws: MarkupError.self) { try read(text, .strict) }
    }

    @Test("An element survives a round trip")
    func written() throws {
        let root = try read("<a p:k='&quot;&lt;'><b>1 &amp; 2</b> t<c/></a>").root
        #expect(root.markup == "<a p:k=\"&quot;&lt;\"><b>1 &amp; 2</b> t<c/></a>")
        #expect(try read(root.markup).root == root)
    }

    @Test("Tabs and line ends in attributes and carriage returns in texts survive a round trip")
    func writtenBlanks() throws {
        let root = try read("<a k='1&#9;2&#10;3&#13;4 5'>x&#13;&#10;y\tz</a>").root
        #expect(root.attributes.map(\.value) == ["1\t2\n3\r4 5"])
        #expect(root.markup == "<a k=\"1&#9;2&#10;3&#13;4 5\">x&#13;\ny\tz</a>")
        let again = try read(root.markup).root
        #expect(again.attributes.map(\.value) == root.attributes.map(\.value))
        #expect(again.content == root.content)
    }
}

func read(_ text: String, _ mode: MarkupDocument.Mode = .lenient) throws(MarkupError) -> MarkupDocument {
    try MarkupDocument.read(Array(text.utf8), mode: mode)
}
