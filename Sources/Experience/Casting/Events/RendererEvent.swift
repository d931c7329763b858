// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// What a renderer's AVTransport tells by itself (AVTransport:1, 2.3.1).
struct RendererEvent: Hashable, Sendable {
    /// Nil when the event is of something else.
    var state: TransportState?
    /// It says that something went wrong with what it plays.
    var hasFailed = false

    /// - Parameter body: of a NOTIFY: a property set, whose `LastChange` is a document of its own.
    /// - Returns: nil for what can't be read: it says no more than that something happened.
    init?(_ body: [UInt8]) {
        guard let properties = try? RendererMarkup.parse(body, from: "the renderer's event"),
            let text = properties.find("LastChange")?.text,
            let change = try? RendererMarkup.parse(Array(text.utf8), from: "the renderer's event")
        else { return nil }
        state = change.find("TransportState")?.attribute("val").map(TransportState.init)
        hasFailed = change.find("TransportStatus")?.attribute("val") == "ERROR_OCCURRED"
    }
}
