// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxXML

@Suite struct HostileTests {
    @Test("Entities defined by a document are not expanded in text or attributes")
    func bomb() throws {
        var text = "<!DOCTYPE a [<!ENTITY e0 \"ha\">"
        for level in 1...30 { text += "<!ENTITY e\(level) \"&e\(level - 1);&e\(level - 1);\">" }
        text += "<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;<!ENTITY f SYSTEM \"file:///etc/passwd\">"
        text += "]><a k=\"&e30;\">&e30;&f;<b/></a>"
        let document = try read(text)
        #expect(document.hasDocumentType)
        #expect(document.root.text == "&e30;&f;")
        #expect(document.root.attribute("k") == "&e30;")
        #expect(document.root.first("b") != nil)
        #expect(document.problems.contains { $0.code == .documentType })
    }

    @Test("A document type alone is no error and adds no attributes")
    func documentType() throws {
        let text = "<!DOCTYPE a [<!ATTLIST a k CDATA 'given'>]><a/>"
        let document = try read(text, .strict)
        #expect(document.hasDocumentType)
        #expect(document.root.attributes.isEmpty)
        #expect(try read("<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/a.dtd'><a>1</a>").root.text == "1")
    }

    @Test("Limits on size, depth, elements and attributes are enforced")
    func limits() throws {
        func code(_ text: String, _ limits: MarkupLimits) -> MarkupError.Code? {
            do throws(MarkupError) {
                _ = try MarkupDocument.read(Array(text.utf8), limits: limits)
                return nil
            } catch { return error.code }
        }
        #expect(code("<a><b/></a>", MarkupLimits(bytes: 10)) == .tooLarge)
        #expect(code("<a><b/></a>", MarkupLimits(depth: 1)) == .tooLarge)
        #expect(code("<a><b/></a>", MarkupLimits(depth: 2, elements: 2)) == nil)
        #expect(code("<a><b/><b/></a>", MarkupLimits(elements: 2)) == .tooLarge)
        #expect(code("<a b='1' c='2'/>", MarkupLimits(attributes: 1)) == .tooLarge)
        #expect(code(String(repeating: "<a>", count: 100_000), MarkupLimits()) == .tooLarge)
        let many = "<a>\n<b" + (0..<100_000).map { " a\($0)=''" }.joined() + "/></a>"
        #expect(code(many, MarkupLimits()) == .tooLarge)
        #expect(code("<a>\n<b" + (0..<100_000).map { " a\($0)='<1'" }.joined() + "/></a>", MarkupLimits()) == .tooLarge)
    }

    @Test("Quotes in CDATA sections and text are not taken for attributes")
    func quotes() throws {
        let json = "{" + String(repeating: "\"k\": 'v',", count: 10_000) + "}"
        let document = try read("<a><![CDATA[<x \(json)]]><!-- <x \(json) --><b>\(json)</b></a>")
        #expect(document.root.text == "<x \(json)")
        #expect(document.root.first("b")?.text == json)
    }

    @Test("A document cut at any byte is read or refused")
    func cuts() {
        let text = "\u{FEFF}<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'>]><p:a k='1&2'><![CDATA[ü]]><b>&e;</b><!-- c --></p:a>"
        let bytes = Array(text.utf8)
        for end in bytes.indices {
            for mode in [MarkupDocument.Mode.lenient, .strict] {
                let result = Result { () throws(MarkupError) in try MarkupDocument.read(Array(bytes[..<end]), mode: mode) }
                if mode == .strict { #expect(throws: MarkupError.self) { try result.get() } }
            }
        }
    }

    @Test("Bytes that XML does not allow do no harm")
    func controls() throws {
        let document = try MarkupDocument.read(Array("<a>1\u{1}2</a>".utf8))
        #expect(document.root.text.hasPrefix("1"))
        #expect(!document.problems.isEmpty)
        let zero = try MarkupDocument.read(Array("<a><b>1</b>".utf8) + [0] + Array("</a>".utf8))
        #expect(zero.root.first("b")?.text == "1")
    }
}
