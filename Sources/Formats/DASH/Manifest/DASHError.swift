// SPDX-License-Identifier: Apache-2.0

package import WindowboxXML

/// Why a manifest or a part of it can't be used.
package struct DASHError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Hashable, Sendable {
        /// The bytes are not well-formed XML, or are truncated.
        case notWellFormed = "not-well-formed"
        /// The document's root is not an `MPD` element.
        case notAManifest = "not-a-manifest"
        /// The document is too large, or describes more than the reader accepts.
        case limit
        /// An attribute or text is invalid.
        case value
        /// A required element or attribute is missing.
        case missing
        /// The standard allows it, but this player doesn't support it.
        case unsupported
        /// A segment index is invalid.
        case index
    }

    package let code: Code
    /// The line from 1; 0 for the whole manifest.
    package let line: Int
    /// The affected element; empty for the whole manifest.
    package let location: String
    package let message: String
    /// What the manifest's author can do about it.
    package let remedy: String

    package init(_ code: Code, line: Int = 0, location: String = "", message: String, remedy: String) {
        self.code = code
        self.line = line
        self.location = location
        self.message = message
        self.remedy = remedy
    }

    package init(_ code: Code, _ element: MarkupElement, message: String, remedy: String) {
        self.init(code, line: element.line, location: element.name, message: message, remedy: remedy)
    }

    package var description: String {
        var start = line > 0 ? "line \(line)" : ""
        if !location.isEmpty { start += (start.isEmpty ? "" : ", ") + location }
        return (start.isEmpty ? "" : start + ": ") + "\(message); \(remedy)"
    }
}
