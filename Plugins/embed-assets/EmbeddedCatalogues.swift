// SPDX-License-Identifier: Apache-2.0

import WindowboxTranslations

/// PO files as the source of a Swift type, `EmbeddedCatalogues`.
struct EmbeddedCatalogues {
    private struct Language {
        var tag: String
        var plural: String
        var messages: [[String]]
    }

    private let languages: [Language]

    /// - Parameters:
    ///   - template: the messages in English; others in the translations are left out as obsolete.
    ///   - translations: one file per language, named after it.
    /// - Throws: an `EmbeddingError` for the first message that can't be shown.
    init(template: POFile, translations: [POFile]) throws(EmbeddingError) {
        let isByContext = try Self.isByContext(template)
        var originals: [String: POFile.Message] = [:]
        for message in template.messages { originals[message.key] = message }
        var languages: [Language] = []
        for file in translations {
            let (tag, rule) = try Self.language(of: file)
            let stem = Self.name(of: file.path).split(separator: ".").first.map(String.init) ?? ""
            guard tag == stem, !languages.contains(where: { $0.tag == tag.lowercased() }) else {
                throw Self.error(
                    file, file.headerLine, "the header’s language is “\(tag)”", "name the file \(tag).po, and keep one for each language")
            }
            var messages: [[String]] = []
            for message in file.messages {
                guard let original = originals[message.key] else { continue }
                try Self.check(message, original, rule, file)
                guard message.isTranslated, message.plural == original.plural else { continue }
                messages.append([isByContext ? message.context ?? "" : message.key] + message.forms)
            }
            languages.append(Language(tag: tag.lowercased(), plural: file.header["Plural-Forms"] ?? "", messages: messages))
        }
        let (tag, _) = try Self.language(of: template)
        let english = template.messages.map { [isByContext ? $0.context ?? "" : $0.key, $0.id] + ($0.plural.map { [$0] } ?? []) }
        languages.append(Language(tag: tag.lowercased(), plural: template.header["Plural-Forms"] ?? "", messages: english))
        self.languages = languages.sorted { $0.tag < $1.tag }
    }

    /// A template with the field `X-Key: msgctxt` has names instead of English texts in the source: the contexts, each of one message.
    private static func isByContext(_ template: POFile) throws(EmbeddingError) -> Bool {
        guard let key = template.header["X-Key"] else { return false }
        guard key == "msgctxt" else {
            throw error(template, template.headerLine, "X-Key: \(key)", "write “X-Key: msgctxt”, or leave it out")
        }
        var known: Set<String> = []
        for message in template.messages {
            guard let context = message.context, known.insert(context).inserted else {
                throw error(
                    template, message.line, "a message without a msgctxt of its own", "X-Key says that msgctxt is its key: give it another")
            }
        }
        return true
    }

    private static func language(of file: POFile) throws(EmbeddingError) -> (tag: String, rule: PluralRule) {
        guard let tag = file.header["Language"], !tag.isEmpty, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { throw error(file, file.headerLine, "the header has no language", "add a BCP 47 tag, such as “Language: de”") }
        guard let field = file.header["Plural-Forms"] else {
            throw error(
                file, file.headerLine, "the header has no plural rule", "add a field such as “Plural-Forms: nplurals=2; plural=(n != 1);”")
        }
        do {
            let rule = try PluralRule(parsing: field)
            try rule.check()
            return (tag, rule)
        } catch {
            throw Self.error(file, file.headerLine, error.description, "correct the field Plural-Forms")
        }
    }

    private static func check(
        _ message: POFile.Message, _ original: POFile.Message, _ rule: PluralRule, _ file: POFile
    ) throws(EmbeddingError) {
        guard message.isTranslated else { return }
        guard !message.forms.contains("") else {
            throw error(file, message.line, "a message with only some of its forms", "translate all of them, or none")
        }
        guard message.plural == nil || message.forms.count == rule.forms else {
            throw error(
                file, message.line, "\(message.forms.count) forms, but Plural-Forms says \(rule.forms)", "write as many as nplurals says")
        }
        let known = Placeholders.names(in: original.id).union(Placeholders.names(in: original.plural ?? ""))
        for form in message.forms {
            let names = Placeholders.names(in: form)
            if let unknown = names.subtracting(known).min() {
                throw error(file, message.line, "the placeholder {\(unknown)}", "use those of the English text, which are never translated")
            }
            // Forms of a certain number may say it in words.
            if message.plural == nil, let missing = known.subtracting(names).min() {
                throw error(file, message.line, "the placeholder {\(missing)} is missing", "use those of the English text")
            }
        }
    }

    private static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    private static func error(_ file: POFile, _ line: Int, _ cause: String, _ remedy: String) -> EmbeddingError {
        EmbeddingError(path: "\(file.path):\(line)", cause: cause, remedy: remedy)
    }

    var source: String {
        let cases = languages.map { "        case \(Self.literal($0.tag)): \(Self.name($0.tag))\n" }.joined()
        let tables = languages.map { language in
            let messages = language.messages.map { "            [" + $0.map(Self.literal).joined(separator: ", ") + "],\n" }.joined()
            return """
                    private static let \(Self.name(language.tag)) = Catalogue(
                        language: \(Self.literal(language.tag)), plural: \(Self.literal(language.plural)),
                        messages: [
                \(messages)        ])

                """
        }
        return """
            // Made by embed-assets at build time.

            import WindowboxTranslations

            enum EmbeddedCatalogues {
                /// In lower case.
                static let languages: [String] = [\(languages.map { Self.literal($0.tag) }.joined(separator: ", "))]

                static func find(_ language: String) -> Catalogue? {
                    switch language {
            \(cases)        default: nil
                    }
                }

            \(tables.joined())}

            """
    }

    /// The constant of a language; no keyword begins like this.
    private static func name(_ tag: String) -> String { "language_\(tag.replacing("-", with: "_"))" }

    private static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            // Invisible characters are escaped, so that the source shows them.
            case _ where scalar.value < 0x20 || (0x2000...0x200F).contains(scalar.value) || (0x2028...0x206F).contains(scalar.value):
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
