// SPDX-License-Identifier: Apache-2.0

/// A picture of an ad in the place of what plays, which waits for it to go.
public struct AdCard: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// What an ad shows when its film is over.
        case ending
        /// What one of an ad's icons stands for, where its page can't be opened.
        case explanation
    }

    /// The same for the same one.
    public var id: String
    public var kind: Kind
    /// The address of the picture.
    public var image: String
    /// In pixels.
    public var width: Int
    public var height: Int
    public var alternativeText: String?
    /// Whether it leads anywhere.
    public var isClickable: Bool

    public init(
        id: String, kind: Kind, image: String, width: Int, height: Int, alternativeText: String? = nil, isClickable: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.image = image
        self.width = width
        self.height = height
        self.alternativeText = alternativeText
        self.isClickable = isClickable
    }
}
