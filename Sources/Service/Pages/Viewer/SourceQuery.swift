// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// Converts between a feed's source and the query of a page's URL.
///
/// `channel`, with `personal=yes`, `filter` (a hashtag expression), `products` (comma-separated) or `p.NAME` (comma-separated values);
/// `playlist`; `group`; `content`; `following=yes`. Without any of these: discover.
public enum SourceQuery {
    /// The query parameters of a source, besides those that begin with `p.`.
    public static let names = ["channel", "personal", "filter", "products", "playlist", "group", "content", "following"]

    /// - Parameter value: returns the value of a query parameter.
    /// - Parameter parameters: values by the names after `p.`.
    public static func source(_ value: (String) -> String?, parameters: [String: String] = [:]) -> FeedSource {
        func given(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let id = given("content") { return .single(id) }
        if let id = given("playlist") {
            var source = FeedSource(type: .playlist)
            (source.playlistID, source.channelID) = (id, given("channel"))
            return source
        }
        if let id = given("group") { return .playlistGroup(id) }
        if given("following") == "yes" { return .following }
        var source = FeedSource(type: .channel)
        source.channelID = given("channel")
        if let filter = given("filter") {
            source.type = .hashtag
            source.filter = filter
        } else if let products = given("products") {
            source.type = .sku
            source.productIDs = list(products)
        } else if !parameters.isEmpty {
            source.type = .dynamic
            source.parameters = parameters.mapValues { list($0) }
        } else if source.channelID == nil {
            source.type = .discover
        } else if given("personal") == "yes" {
            source.type = .channelPersonalized
        }
        return source
    }

    /// The query of a source, without a question mark; empty for discover.
    public static func text(_ source: FeedSource) -> String {
        var pairs: [(String, String)] = []
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { pairs.append((name, value)) } }
        add("channel", source.channelID)
        switch source.type {
        case .channelPersonalized: add("personal", "yes")
        case .hashtag: add("filter", source.filter)
        case .sku: add("products", source.productIDs?.joined(separator: ","))
        case .dynamic:
            for (name, values) in (source.parameters ?? [:]).sorted(by: { $0.key < $1.key }) {
                add("p.\(name)", values.joined(separator: ","))
            }
        case .playlist: add("playlist", source.playlistID)
        case .playlistGroup: add("group", source.groupID)
        case .single: add("content", source.contentID)
        case .following: add("following", "yes")
        default: break
        }
        return pairs.map { "\(PercentEncoding.encoded($0))=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    }

    /// A path with a query, if there is one.
    public static func address(_ path: String, _ query: String) -> String { query.isEmpty ? path : "\(path)?\(query)" }

    private static func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
}
