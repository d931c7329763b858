// SPDX-License-Identifier: Apache-2.0

/// What is shown about an item.
public struct PlayerMetadata: Hashable, Codable, Sendable {
    /// What the application or its service calls the content by.
    public var identifier: String?
    public var title: String?
    public var subtitle: String?
    public var description: String?
    /// The address of a picture. It is not fetched before something shows it.
    public var artwork: String?

    public init(
        identifier: String? = nil, title: String? = nil, subtitle: String? = nil, description: String? = nil, artwork: String? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
        self.description = description
        self.artwork = artwork
    }

    public static let empty = PlayerMetadata()
}
