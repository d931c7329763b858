// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// A response of an ad server: ads (VAST), or a schedule of ad breaks (VMAP).
public enum AdMarkup: Hashable, Sendable {
    /// Ads (VAST).
    case vast(VASTDocument)
    /// A schedule of ad breaks (VMAP).
    case vmap(VMAPDocument)

    /// How strictly to validate.
    public enum Mode: Hashable, Sendable {
        /// Throws if something required is missing or has the wrong type.
        case strict
        /// Reads what it can, and lists the rest in the document's problems.
        case lenient
    }

    /// The maximum size, nesting and number of elements of a document.
    static let limits = MarkupLimits(bytes: 8 << 20, depth: 64, elements: 200_000)

    /// Reads VAST 2.0 to 4.3 or VMAP 1.0.
    ///
    /// Names are matched without prefix or namespace and, in lenient mode, case-insensitively. URLs are kept as written, without
    /// surrounding white space.
    ///
    /// - Throws: Code 100 for malformed XML; 101 for other XML and, in strict mode, for schema violations; 102 for VAST 1 and, in strict
    ///   mode, unknown versions.
    public static func read(_ bytes: [UInt8], mode: Mode = .lenient) throws(VASTError) -> AdMarkup {
        let document: MarkupDocument
        do {
            document = try MarkupDocument.read(bytes, mode: mode == .strict ? .strict : .lenient, limits: limits)
        } catch {
            throw VASTError(error)
        }
        var reader = AdMarkupReader(mode: mode)
        // Undeclared prefixes are common and harmless.
        reader.problems = document.problems.filter { $0.code != .prefix }.map { VASTError($0) }
        let markup = try reader.document(document.root)
        return markup
    }
}

extension VASTDocument {
    /// Reads ads like ``AdMarkup/read(_:mode:)``; a VMAP document is rejected with code 101.
    public static func read(_ bytes: [UInt8], mode: AdMarkup.Mode = .lenient) throws(VASTError) -> VASTDocument {
        guard case .vast(let document) = try AdMarkup.read(bytes, mode: mode) else {
            throw VASTError(.schema, location: "VMAP", message: "the document is a schedule of ads", remedy: "serve VAST here")
        }
        return document
    }
}

extension VASTError {
    init(_ error: MarkupError) {
        self.init(.xml, line: error.line, column: error.column, message: error.message, remedy: error.remedy)
    }
}
