// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// The images of a document: in its metadata (SMPTE ST 2052-1 5.5), in its resources (TTML2 9), or external.
struct TTMLImages {
    private var files: [String: MarkupElement] = [:]
    private var known: [String: [UInt8]] = [:]

    init(_ root: MarkupElement) {
        let head = root.head
        for name in ["image", "data"] {
            for element in head.all(name) { if let id = element.attribute("id") { files[id] = element } }
        }
    }

    /// Resolves an internal or external address; nil if an internal one does not exist.
    mutating func image(at address: String) -> CaptionImage? {
        let address = address.trimmedOfSpace
        guard address.hasPrefix("#") else { return address.isEmpty ? nil : CaptionImage(address: address) }
        let id = String(address.dropFirst())
        if let bytes = known[id] { return CaptionImage(bytes: bytes) }
        guard let element = files[id] else { return nil }
        if let other = source(of: element) { return other == address ? nil : image(elsewhere: other) }
        let bytes = Base64Text.decode(element.allText)
        guard !bytes.isEmpty else { return nil }
        known[id] = bytes
        return CaptionImage(bytes: bytes)
    }

    /// The image of an `image` element in the content.
    mutating func image(of element: MarkupElement) -> CaptionImage? {
        if let address = source(of: element) { return image(at: address) }
        let bytes = Base64Text.decode(element.allText)
        return bytes.isEmpty ? nil : CaptionImage(bytes: bytes)
    }

    private func source(of element: MarkupElement) -> String? {
        element.attribute("src") ?? element.children.lazy.compactMap { $0.attribute("src") }.first
    }

    /// Resolves an address inside a resource. It is followed one level only, which prevents cycles.
    private mutating func image(elsewhere address: String) -> CaptionImage? {
        guard address.hasPrefix("#") else { return CaptionImage(address: address) }
        let id = String(address.dropFirst())
        if let bytes = known[id] { return CaptionImage(bytes: bytes) }
        guard let element = files[id], source(of: element) == nil else { return nil }
        let bytes = Base64Text.decode(element.allText)
        guard !bytes.isEmpty else { return nil }
        known[id] = bytes
        return CaptionImage(bytes: bytes)
    }
}
