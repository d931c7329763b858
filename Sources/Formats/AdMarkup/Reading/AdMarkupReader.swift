// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Parses the elements of VAST and VMAP documents.
struct AdMarkupReader {
    let mode: AdMarkup.Mode
    var problems: [VASTError] = []
    /// The path to the current element.
    var path: [String] = []
    /// The nesting depth of documents within documents.
    var depth = 0
    /// The first error in strict mode, thrown at the end.
    var firstError: VASTError?
    /// The document's version; 0 if unknown.
    var version = 0.0

    static let maximumProblems = 100

    init(mode: AdMarkup.Mode) { self.mode = mode }

    mutating func document(_ root: MarkupElement) throws(VASTError) -> AdMarkup {
        let markup: AdMarkup
        switch root.lowercasedName {
        case "vast":
            markup = .vast(try vast(root))
        case "vmap":
            markup = .vmap(try vmap(root))
        case "videoadservingtemplate":
            throw VASTError(
                .version, location: root.name, line: root.line, message: "VAST 1 is not supported", remedy: "serve VAST 2.0 or newer")
        default:
            // In lenient mode, looks inside a proprietary wrapper element.
            guard mode == .lenient, let inner = root.find("VAST") ?? root.find("VMAP") ?? escaped(in: root) else {
                throw VASTError(
                    .schema, location: String(root.name.prefix(100)), line: root.line,
                    message: "the root is neither VAST nor VMAP", remedy: "check that the URL is that of an ad server")
            }
            problem(.schema, at: root, "the root is \(root.name.prefix(100)), and VAST or VMAP is inside it", "make it the root")
            return try document(inner)
        }
        if let firstError { throw firstError }
        return markup
    }

    /// Finds a document that is escaped as text inside another, as some services send it.
    private func escaped(in root: MarkupElement) -> MarkupElement? {
        let text = root.allText.trimmedBlanks
        guard text.hasPrefix("<"), let document = try? MarkupDocument.read(Array(text.utf8), limits: AdMarkup.limits) else { return nil }
        return document.root.find("VAST") ?? document.root.find("VMAP")
    }

    /// Records a problem; in strict mode it makes reading fail.
    mutating func problem(_ code: VASTErrorCode, at element: MarkupElement, _ message: String, _ remedy: String) {
        let last = path.last?.split { $0 == "/" }.last?.prefix { $0 != "[" }
        let location = (last?.lowercased() == element.lowercasedName ? path : path + [element.name]).joined(separator: "/")
        let error = VASTError(code, location: location, line: element.line, message: message, remedy: remedy)
        if mode == .strict, firstError == nil { firstError = error }
        if problems.count < Self.maximumProblems { problems.append(error) }
    }

    /// Records something required that is missing, in strict mode only.
    mutating func require(_ isThere: @autoclosure () -> Bool, _ what: @autoclosure () -> String, of element: MarkupElement) {
        guard mode == .strict, !isThere() else { return }
        problem(.schema, at: element, "\(what()) is missing", "add it")
    }

    mutating func within<Value>(_ name: String, _ body: (inout AdMarkupReader) -> Value) -> Value {
        path.append(name)
        defer { path.removeLast() }
        return body(&self)
    }
}
