// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The channels that an app may show: whatever a feed is made of, nothing of another gets into it.
struct AppChannels: Sendable {
    /// Empty: all.
    private let ids: [String]
    private let known: DecodedDocuments<VideoChannel>?

    /// - Parameter known: channels that need not be read again.
    init(_ app: ClientApp?, known: DecodedDocuments<VideoChannel>? = nil) {
        ids = app?.allowedChannels ?? []
        self.known = known
    }

    var condition: Condition { ids.isEmpty ? .every : .any(ids.map { .token(Token(.channel, $0)) }) }

    /// Whether it is there, the app may show it, and its owners don't keep it to themselves.
    func isOpen(_ channel: String, _ connection: any SQLConnection) throws -> Bool {
        guard ids.isEmpty || ids.contains(channel) else { return false }
        return try connection.resources(VideoChannel.self, ids: [channel], known: known).first?.visibility == .everyone
    }

    /// What a statement says of a video besides.
    /// - Parameter video: the column of its id.
    func restriction(on video: SQL) -> SQL {
        guard !ids.isEmpty else { return "" }
        return """
             AND EXISTS (
                SELECT 1 FROM resource r WHERE r.kind = \(Video.kind) AND r.id = \(video) AND r.parent IN \(SQL.list(ids.map(SQLValue.text)))
            )
            """
    }
}
