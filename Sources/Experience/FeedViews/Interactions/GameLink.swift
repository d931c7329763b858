// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// An address that a poll or a game leads to; a host may do something of its own with it.
public enum GameLink: Hashable, Sendable {
    /// What a link interaction shows.
    case interaction(Interaction, String)
    /// The terms of taking part.
    case terms(Interaction, InteractionTerms)

    public var address: String {
        switch self {
        case .interaction(_, let url): url
        case .terms(_, let terms): terms.url
        }
    }

    /// Of the network, and nothing else: what strangers name opens no files and starts no programs.
    static func isFit(_ address: String) -> Bool {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return (scheme == "https" || scheme == "http") && address.utf8.count <= 4096
    }
}
