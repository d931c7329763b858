// SPDX-License-Identifier: Apache-2.0

/// The assets of an X-ASSET-LIST, to play in order (RFC 8216bis appendix D.2).
public struct AssetList: Hashable, Sendable {
    /// One playlist to play.
    public struct Asset: Hashable, Sendable {
        /// The asset's multivariant or media playlist.
        public var uri: URIReference
        /// Seconds; 0 if not stated.
        public var duration: Double
        /// The asset's list entry, for members added by ad systems, such as `X-AD-CREATIVE-SIGNALING`.
        public var document: JSONValue

        public init(uri: URIReference, duration: Double, document: JSONValue = .null) {
            self.uri = uri
            self.duration = duration
            self.document = document
        }
    }

    /// The assets in playing order; may be empty.
    public var assets: [Asset]
    /// SKIP-CONTROL of the list, which overrides the date range's: offset and duration in seconds, and the label's identifier.
    public var skipControlOffset: Double?
    /// See ``skipControlOffset``.
    public var skipControlDuration: Double?
    /// See ``skipControlOffset``.
    public var skipControlLabelID: String?
    /// The document, for members added by ad systems.
    public var document: JSONValue

    public init(assets: [Asset], document: JSONValue = .null) {
        self.assets = assets
        self.document = document
        skipControlOffset = nil
        skipControlDuration = nil
        skipControlLabelID = nil
    }

    /// Parses the document; `baseURL` is the URL it was loaded from.
    public static func parse(_ bytes: [UInt8], baseURL: String = "") throws(DocumentError) -> AssetList {
        guard let document = JSONValue.parse(bytes), document.members != nil else { throw .malformed }
        guard let items = document["ASSETS"]?.array else { throw .assets }
        var list = AssetList(assets: [], document: document)
        for item in items {
            guard let uri = item["URI"]?.string, !uri.isEmpty else { continue }
            let duration = seconds(item["DURATION"]) ?? 0
            list.assets.append(Asset(uri: URIReference(uri, base: baseURL), duration: max(0, duration), document: item))
        }
        let control = document["SKIP-CONTROL"]
        list.skipControlOffset = seconds(control?["OFFSET"])
        list.skipControlDuration = seconds(control?["DURATION"])
        list.skipControlLabelID = control?["LABEL-ID"]?.string
        return list
    }

    /// A number of seconds; nil for one beyond thirty years, as for one that isn't stated.
    private static func seconds(_ value: JSONValue?) -> Double? { value?.number.flatMap { $0.magnitude < 1e9 ? $0 : nil } }
}
