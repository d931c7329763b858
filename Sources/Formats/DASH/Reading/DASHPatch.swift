// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Applies an MPD patch document (ISO/IEC 23009-1:2022, 5.15, with the operations of RFC 5261) to the manifest it was made for.
package enum DASHPatch {
    /// The location of a patch (a PatchLocation element).
    package struct Location: Hashable, Sendable {
        /// Absolute.
        package var url: String
        /// Seconds after the manifest's publication during which the patch is available; nil for no limit.
        package var timeToLive: Double?
        /// The service name (`serviceLocation`), for content steering.
        package var service: String?

        package init(url: String, timeToLive: Double? = nil, service: String? = nil) {
            self.url = url
            self.timeToLive = timeToLive
            self.service = service
        }
    }

    private static let maxOperations = 2000

    /// - Parameters:
    ///   - patch: the bytes of the patch document.
    ///   - manifest: the bytes of the manifest.
    /// - Returns: the bytes of the next version of the manifest.
    /// - Throws: ``DASHError`` if the patch is for another manifest or version, or an operation does not apply.
    package static func apply(_ patch: [UInt8], to manifest: [UInt8]) throws(DASHError) -> [UInt8] {
        let operations = try document(patch)
        var root = EditableElement(try document(manifest))
        guard operations.name == "Patch" else {
            throw DASHError(
                .notAManifest, operations, message: "the document's root is the element \(operations.name.prefix(40))",
                remedy: "answer with an MPD patch, whose root is Patch")
        }
        try check(operations, "mpdId", is: root["id"])
        try check(operations, "originalPublishTime", is: root["publishTime"])
        var count = 0
        for operation in operations.elements {
            count += 1
            guard count <= maxOperations else {
                throw DASHError(
                    .limit, operation, message: "there are more than \(maxOperations) operations", remedy: "send the whole manifest instead"
                )
            }
            try apply(operation, to: &root)
        }
        if let time = operations.trimmed("publishTime") { root["publishTime"] = time }
        return Array(root.markup.utf8)
    }

    private static func document(_ bytes: [UInt8]) throws(DASHError) -> MarkupElement {
        let document: MarkupDocument
        do throws(MarkupError) { document = try MarkupDocument.read(bytes, limits: MarkupLimits(depth: 40)) } catch {
            throw DASHError(
                error.code == .tooLarge ? .limit : .notWellFormed, line: error.line, message: error.message, remedy: error.remedy)
        }
        if let fault = document.problems.first(where: { $0.code == .truncated }) {
            throw DASHError(.notWellFormed, line: fault.line, message: fault.message, remedy: fault.remedy)
        }
        return document.root
    }

    private static func check(_ patch: MarkupElement, _ name: String, is expected: String?) throws(DASHError) {
        guard let stated = patch.trimmed(name), let expected else {
            throw DASHError(
                .missing, patch, message: "@\(name) is missing in the patch, or its counterpart in the manifest",
                remedy: "give the manifest @id and @publishTime, and the patch both of them")
        }
        // The same time may be written in several ways.
        let isSame = stated == expected || DurationText.date(stated).map { $0 == DurationText.date(expected) } ?? false
        guard isSame else {
            throw DASHError(
                .value, patch, message: "@\(name) is \"\(stated.prefix(40))\", but the manifest has \"\(expected.prefix(40))\"",
                remedy: "respond with a patch for the requested version")
        }
    }

    private static func apply(_ operation: MarkupElement, to root: inout EditableElement) throws(DASHError) {
        guard let selector = operation.trimmed("sel") else {
            throw DASHError(.missing, operation, message: "there is no @sel", remedy: "say which node of the manifest it is about")
        }
        let path = try DASHPatchPath(selector, operation)
        guard let location = path.resolve(in: root) else {
            throw DASHError(
                .missing, operation, message: "@sel \"\(selector.prefix(200))\" selects no node of the manifest, or several",
                remedy: "select exactly one")
        }
        let content = EditableElement(operation).children
        switch (operation.name, path.target) {
        case ("add", .element):
            if let type = operation.trimmed("type") {
                // Namespace declarations have no effect, because names are compared without prefixes.
                if type.hasPrefix("namespace::") { return }
                guard type.hasPrefix("@"), type.count > 1 else { throw unknown(operation, "@type \"\(type.prefix(40))\"") }
                root.edit(location[...]) { $0[EditableElement.local(type.dropFirst())] = operation.text }
                return
            }
            switch operation.trimmed("pos") {
            case nil: root.edit(location[...]) { $0.children += content }
            case "prepend": root.edit(location[...]) { $0.children.insert(contentsOf: content, at: 0) }
            case "before" where !location.isEmpty:
                root.edit(location.dropLast()) { $0.children.insert(contentsOf: content, at: location[location.count - 1]) }
            case "after" where !location.isEmpty:
                root.edit(location.dropLast()) { $0.children.insert(contentsOf: content, at: location[location.count - 1] + 1) }
            case let position: throw unknown(operation, "@pos \"\(position?.prefix(40) ?? "")\"")
            }
        case ("replace", .element) where !location.isEmpty:
            let elements = content.filter { if case .element = $0 { true } else { false } }
            guard elements.count == 1 else { throw unknown(operation, "\(elements.count) elements in the place of one") }
            root.edit(location.dropLast()) { $0.children[location[location.count - 1]] = elements[0] }
        case ("replace", .attribute(let name)): root.edit(location[...]) { $0[name] = operation.text }
        case ("replace", .text):
            root.edit(location[...]) { $0.replaceText(operation.text) }
        case ("remove", .element) where !location.isEmpty:
            root.edit(location.dropLast()) { $0.children.remove(at: location[location.count - 1]) }
        case ("remove", .attribute(let name)): root.edit(location[...]) { $0[name] = nil }
        case ("remove", .text): root.edit(location[...]) { $0.replaceText("") }
        default: throw unknown(operation, "the operation on \"\(selector.prefix(200))\"")
        }
    }

    private static func unknown(_ operation: MarkupElement, _ what: String) -> DASHError {
        DASHError(
            .unsupported, operation, message: "\(what) is not supported",
            remedy: "use add, replace and remove as RFC 5261 defines them")
    }
}
