// SPDX-License-Identifier: Apache-2.0

import WindowboxTranslations

/// A PO file or template (GNU gettext manual, section 3).
struct POFile {
    struct Message: Equatable {
        var context: String?
        var id: String
        var plural: String?
        /// One for a message without a plural; all empty if it isn't translated.
        var forms: [String] = []
        var isFuzzy = false
        /// The line of its `msgid`.
        var line: Int

        var isTranslated: Bool { !isFuzzy && forms.contains { !$0.isEmpty } }
        var key: String { Catalogue.key(id, context: context) }
    }

    let path: String
    /// The fields of the first message, by name.
    private(set) var header: [String: String] = [:]
    private(set) var headerLine = 1
    /// Without the header and obsolete messages.
    private(set) var messages: [Message] = []

    /// - Parameter path: for messages.
    /// - Throws: an `EmbeddingError` with the line of the first mistake.
    init(path: String, _ bytes: [UInt8]) throws(EmbeddingError) {
        self.path = path
        var reader = POReader(path: path)
        for message in try reader.read(bytes) {
            guard message.id.isEmpty, message.context == nil else {
                messages.append(message)
                continue
            }
            headerLine = message.line
            header = try Self.fields(message, path)
        }
        guard !header.isEmpty else {
            throw EmbeddingError(
                path: "\(path):1", cause: "there is no header", remedy: "begin with an empty msgid whose msgstr has the fields")
        }
        guard header["Content-Type"]?.lowercased().hasSuffix("charset=utf-8") == true else {
            throw EmbeddingError(
                path: "\(path):\(headerLine)", cause: "the header doesn’t say that the file is UTF-8",
                remedy: "add “Content-Type: text/plain; charset=UTF-8”")
        }
    }

    private static func fields(_ message: Message, _ path: String) throws(EmbeddingError) -> [String: String] {
        var fields: [String: String] = [:]
        for line in (message.forms.first ?? "").split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw EmbeddingError(
                    path: "\(path):\(message.line)", cause: "the header’s line “\(line)” has no colon",
                    remedy: "write fields as “Name: value\\n”")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields[String(line[..<colon])] = String(value)
        }
        return fields
    }
}

/// Reads the lines of a PO file.
private struct POReader {
    /// What a string on the next line continues.
    private enum Part: Equatable { case context, id, plural, form(Int) }

    let path: String
    private var messages: [POFile.Message] = []
    private var lines: [String: Int] = [:]
    private var line = 0
    private var message: POFile.Message?
    private var part: Part?
    private var isFuzzy = false

    init(path: String) { self.path = path }

    mutating func read(_ bytes: [UInt8]) throws(EmbeddingError) -> [POFile.Message] {
        for bytes in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            line += 1
            guard let text = String(validating: bytes, as: UTF8.self) else { throw error("it is not UTF-8", "save it in UTF-8") }
            if let control = text.unicodeScalars.first(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0xFEFF }) {
                let code = String(control.value, radix: 16, uppercase: true)
                throw error("the character U+\(code)", "save it as text with line feeds and without a byte order mark")
            }
            try read(line: text)
        }
        try finish()
        return messages
    }

    private mutating func read(line text: String) throws(EmbeddingError) {
        let text = text.drop { $0 == " " || $0 == "\t" }
        if text.isEmpty { return try finish() }
        if text.first == "#" {
            // Comments of the next message end this one; obsolete messages (#~) are comments.
            try finish()
            if text.hasPrefix("#,"), text.dropFirst(2).split(whereSeparator: { $0 == "," || $0 == " " }).contains("fuzzy") {
                isFuzzy = true
            }
            return
        }
        if text.first == "\"" {
            guard let part else { throw error("a string that continues nothing", "put a keyword such as msgstr before it") }
            return try append(string(text), to: part)
        }
        let word = text.prefix { $0 != " " && $0 != "\t" && $0 != "\"" }
        let rest = text[word.endIndex...].drop { $0 == " " || $0 == "\t" }
        let value = try string(rest)
        switch word {
        case "msgctxt": try start(context: value)
        case "msgid": try start(id: value)
        case "msgid_plural":
            guard part == .id else { throw error("msgid_plural without a msgid", "put it directly behind its msgid") }
            message?.plural = value
            part = .plural
        case "msgstr":
            guard part == .id else { throw error("msgstr without a msgid", "after msgid_plural, number the forms: msgstr[0]") }
            message?.forms = [value]
            part = .form(0)
        default: try form(named: word, value)
        }
    }

    private mutating func start(context: String) throws(EmbeddingError) {
        try finish()
        message = POFile.Message(context: context, id: "", isFuzzy: isFuzzy, line: line)
        (part, isFuzzy) = (.context, false)
    }

    private mutating func start(id: String) throws(EmbeddingError) {
        if part == .context {
            message?.id = id
            message?.line = line
        } else {
            try finish()
            message = POFile.Message(id: id, isFuzzy: isFuzzy, line: line)
            isFuzzy = false
        }
        part = .id
    }

    private mutating func form(named word: Substring, _ value: String) throws(EmbeddingError) {
        guard word.hasPrefix("msgstr["), word.hasSuffix("]"), let number = Int(word.dropFirst(7).dropLast()), number >= 0 else {
            throw error("the keyword “\(word)”", "use msgctxt, msgid, msgid_plural, msgstr or msgstr[NUMBER]")
        }
        guard let message, message.plural != nil, part != nil else {
            throw error("msgstr[\(number)] without a msgid_plural", "add a msgid_plural, or write msgstr")
        }
        guard number == message.forms.count else {
            throw error("msgstr[\(number)] where msgstr[\(message.forms.count)] belongs", "number the forms in order, from 0")
        }
        self.message?.forms.append(value)
        part = .form(number)
    }

    private mutating func append(_ text: String, to part: Part) {
        switch part {
        case .context: message?.context?.append(text)
        case .id: message?.id.append(text)
        case .plural: message?.plural?.append(text)
        case .form(let number): message?.forms[number].append(text)
        }
    }

    /// Ends the current message.
    private mutating func finish() throws(EmbeddingError) {
        guard let message else { return }
        guard !message.forms.isEmpty else {
            throw error("the message of line \(message.line) has no msgstr", "add msgstr \"\" if it isn’t translated", at: message.line)
        }
        if let first = lines[message.key] {
            throw error("the same message as in line \(first)", "take one out, or tell them apart with msgctxt", at: message.line)
        }
        lines[message.key] = message.line
        messages.append(message)
        (self.message, part) = (nil, nil)
    }

    /// Reads `"text"` to the end of the line.
    private func string(_ text: Substring) throws(EmbeddingError) -> String {
        guard text.first == "\"" else { throw error("no quoted string after the keyword", "write it as \"text\"") }
        var result = ""
        var scalars = text.unicodeScalars.dropFirst()
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"":
                guard scalars.allSatisfy({ $0 == " " || $0 == "\t" }) else {
                    throw error("text behind the closing quotation mark", "write quotation marks in a string as \\\"")
                }
                return result
            case "\\":
                switch scalars.popFirst() {
                case "n": result.append("\n")
                case "t": result.append("\t")
                case "\"": result.append("\"")
                case "\\": result.append("\\")
                case let other?: throw error("the escape \\\(other)", "use \\n, \\t, \\\" or \\\\")
                case nil: throw error("a string without its closing quotation mark", "end it on the same line, and continue on the next")
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        throw error("a string without its closing quotation mark", "end it on the same line, and continue on the next")
    }

    private func error(_ cause: String, _ remedy: String, at line: Int? = nil) -> EmbeddingError {
        EmbeddingError(path: "\(path):\(line ?? self.line)", cause: cause, remedy: remedy)
    }
}
