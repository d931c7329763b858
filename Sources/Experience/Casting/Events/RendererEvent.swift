// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// An event of a renderer's AVTransport (AVTransport:1, 2.3.1).
struct RendererEvent: Hashable, Sendable {
    /// Nil if the event concerns something else.
    var state: TransportState?
    /// It reports a playback error.
    var hasFailed = false

    /// - Parameter body: of a NOTIFY request: a property set whose `LastChange` contains another XML document.
    /// - Returns: nil if it can't be parsed; it then only says that something has happened.
    init?(_ body: [UInt8]) {
        guard let properties = try? RendererMarkup.parse(body, from: "the renderer's event"),
            let text = properties.find("LastChange")?.text,
            let change = try? RendererMarkup.parse(Array(text.utf8), from: "the renderer's event")
        else { return nil }
        state = change.find("TransportState")?.attribute("val").map(TransportState.init)
        hasFailed = change.find("TransportStatus")?.attribute("val") == "ERROR_OCCURRED"
    }
}
