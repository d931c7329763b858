// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxMedia

/// Something that was played.
public struct RecentItem: Hashable, Sendable, Identifiable {
    /// An absolute URL, as it was opened: a user name and a password in it are kept, so that it can be opened again.
    public var address: String
    /// Empty when the stream has none.
    public var title: String
    public var opened: Date
    /// Seconds since the beginning to go on at; nil is the beginning.
    public var position: Double?
    /// Seconds; nil while unknown and for live streams.
    public var duration: Double?

    public var id: String { address }

    /// The title, else the address without user name and password: for people to see.
    public var name: String { (title.isEmpty ? address : title).withoutCredentials }

    public init(address: String, title: String = "", opened: Date, position: Double? = nil, duration: Double? = nil) {
        self.address = address
        self.title = title
        self.opened = opened
        self.position = position
        self.duration = duration
    }

    /// How much of it was seen, 0...1; nil when it goes on at the beginning.
    public var progress: Double? {
        guard let position, let duration, duration > 0 else { return nil }
        return min(max(position / duration, 0), 1)
    }
}
