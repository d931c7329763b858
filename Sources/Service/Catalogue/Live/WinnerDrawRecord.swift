// SPDX-License-Identifier: Apache-2.0

/// How the winners of a giveaway were drawn, so that anybody with its entries can draw them again.
public struct WinnerDrawRecord: StoredResource {
    public static let kind = "draw"
    /// That of the interaction.
    public var id: String
    /// From which the random numbers were computed.
    public var seed: String
    /// The number of entries that could win.
    public var count: Int
    /// The SHA-256, in hexadecimal, of the IDs of these entries in ascending order, each followed by a line feed.
    public var digest: String
    /// The IDs of the winning entries in the order in which they were drawn.
    public var winners: [String]

    public var parentID: String { id }

    public init(id: String, seed: String, count: Int, digest: String, winners: [String]) {
        (self.id, self.seed, self.count, self.digest, self.winners) = (id, seed, count, digest, winners)
    }
}
