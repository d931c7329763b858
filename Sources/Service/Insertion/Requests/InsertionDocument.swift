// SPDX-License-Identifier: Apache-2.0

package import WindowboxStitcher

/// What a player or an operator is sent: a playlist, or JSON.
package struct InsertionDocument: Sendable {
    package let mediaType: String
    /// Parts that ``TextPart/isShared`` are compressed once for all sessions.
    package let parts: [TextPart]
    package let caching: StitchedCaching

    init(_ mediaType: String, _ parts: [TextPart], caching: StitchedCaching) {
        (self.mediaType, self.parts, self.caching) = (mediaType, parts, caching)
    }

    static func playlist(_ bytes: [UInt8]) -> InsertionDocument { playlist(bytes.isEmpty ? [] : [TextPart(bytes)]) }

    static func playlist(_ parts: [TextPart]) -> InsertionDocument {
        InsertionDocument("application/vnd.apple.mpegurl", parts, caching: .sessionPlaylist)
    }

    static func json(_ bytes: [UInt8], caching: StitchedCaching = .tracking) -> InsertionDocument {
        InsertionDocument("application/json", bytes.isEmpty ? [] : [TextPart(bytes)], caching: caching)
    }
}

/// A decoded query, in the order in which it was sent. If a name has several values, the last one counts.
package typealias InsertionQuery = [(name: String, value: String)]

extension InsertionQuery {
    subscript(name: String) -> String? { last { $0.name == name }?.value }
}

/// Who begins a session, and at which address of the service.
package struct SessionOrigin: Sendable {
    package let viewer: StitchedSession.Viewer
    /// The base URL of the service: scheme, host and port.
    package let base: String

    package init(viewer: StitchedSession.Viewer = .init(), base: String) {
        (self.viewer, self.base) = (viewer, base)
    }
}
