// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A link in a poll or game; a host may handle it.
public enum GameLink: Hashable, Sendable {
    /// The link of a link interaction.
    case interaction(Interaction, String)
    /// The terms and conditions.
    case terms(Interaction, InteractionTerms)

    /// The URL to open.
    public var address: String {
        switch self {
        case .interaction(_, let url): url
        case .terms(_, let terms): terms.url
        }
    }

    /// Only http and https: untrusted links must not open files or start programs.
    static func isFit(_ address: String) -> Bool {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return (scheme == "https" || scheme == "http") && address.utf8.count <= 4096
    }
}
