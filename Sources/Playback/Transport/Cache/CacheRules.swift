// SPDX-License-Identifier: Apache-2.0

/// Rules for what may be cached.
enum CacheRules {
    /// Playlists and manifests change under their URL (live playlists, steering manifests), and methods other than GET have side effects.
    static func mayKeep(answerTo request: TransportRequest) -> Bool {
        request.method == .get && request.payload == nil && !request.acceptsCompression && !isPlaylist(path: request.url)
    }

    static func mayKeep(_ response: TransportResponse, largest: Int) -> Bool {
        guard response.status == 200 || response.status == 206, lifetime(response.headers, unsaid: 1) != nil,
            response.contentLength.map({ $0 <= largest }) ?? true
        else { return false }
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        return !type.contains("mpegurl") && !type.contains("dash+xml") && !type.contains("json")
    }

    /// The freshness lifetime in seconds from Cache-Control (RFC 9111 5.2.2), or `unsaid` without it; nil if the response must not be
    /// cached or is already stale.
    static func lifetime(_ headers: TransportHeaders, unsaid: Double) -> Double? {
        var seconds = unsaid
        for directive in headers.values("Cache-Control").flatMap({ $0.split(separator: ",") }) {
            let text = directive.drop { $0 == " " }.lowercased()
            if text.hasPrefix("no-store") || text.hasPrefix("no-cache") { return nil }
            if text.hasPrefix("max-age="), let age = Double(text.dropFirst(8)) {
                seconds = age - (headers["Age"].flatMap(Double.init) ?? 0)
            }
        }
        return seconds > 0 ? seconds : nil
    }

    private static func isPlaylist(path url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") || path.hasSuffix(".mpd")
    }
}
