// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxMedia

/// An item in the playback history.
public struct RecentItem: Hashable, Sendable, Identifiable {
    /// Absolute URL as it was opened, including any user name and password, so that it can be opened again.
    public var address: String
    /// Empty if unknown.
    public var title: String
    public var opened: Date
    /// Resume position in seconds from the start; nil for the start.
    public var position: Double?
    /// In seconds; nil if unknown and for live streams.
    public var duration: Double?

    public var id: String { address }

    /// Display name: the title, or else the URL without user name and password.
    public var name: String { (title.isEmpty ? address : title).withoutCredentials }

    public init(address: String, title: String = "", opened: Date, position: Double? = nil, duration: Double? = nil) {
        self.address = address
        self.title = title
        self.opened = opened
        self.position = position
        self.duration = duration
    }

    /// Progress, 0...1; nil if it resumes at the start.
    public var progress: Double? {
        guard let position, let duration, duration > 0 else { return nil }
        return min(max(position / duration, 0), 1)
    }
}
