// SPDX-License-Identifier: Apache-2.0

/// Rules for what may be cached.
enum CacheRules {
    /// Playlists and manifests change under their URL (live playlists, steering manifests), and methods other than GET have side effects.
    static func mayKeep(answerTo request: TransportRequest) -> Bool {
        request.method == .get && request.payload == nil && !request.acceptsCompression && !isPlaylist(path: request.url)
    }

    static func mayKeep(_ response: TransportResponse, largest: Int) -> Bool {
        guard response.status == 200 || response.status == 206, lifetime(response.headers, fallback: 1) != nil,
            response.contentLength.map({ $0 <= largest }) ?? true, !variesByViewer(response.headers)
        else { return false }
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        return !type.contains("mpegurl") && !type.contains("dash+xml") && !type.contains("json")
    }

    /// Whether the response is for one viewer, or for one request only (RFC 9110 12.5.5). The application's own fields are part of an
    /// entry's name, cookies and credentials aren't.
    private static func variesByViewer(_ headers: TransportHeaders) -> Bool {
        headers.values("Vary").contains { field in
            field.split(separator: ",").contains { ["*", "cookie", "authorization"].contains(trimmed($0).lowercased()) }
        }
    }

    /// The freshness lifetime in seconds from Cache-Control (RFC 9111 5.2.2), or `fallback` without it; nil if the response must not be
    /// cached or is already stale.
    static func lifetime(_ headers: TransportHeaders, fallback: Double) -> Double? {
        var seconds = fallback
        for (name, value) in headers.values("Cache-Control").flatMap(directives) {
            if name == "no-store" || name == "no-cache" { return nil }
            guard name == "max-age" else { continue }
            // Invalid freshness information means stale (RFC 9111 4.2.1).
            guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let age = Double(value) else { return nil }
            // Larger values count as the largest possible one (RFC 9111 1.2.2).
            seconds = min(age, 0x8000_0000) - max(0, headers["Age"].flatMap(Double.init) ?? 0)
        }
        return seconds > 0 ? seconds : nil
    }

    /// The directives of a field value, with names in lower case and values without quotes (RFC 9110 5.6.1, RFC 9111 5.2).
    private static func directives(_ field: String) -> [(name: String, value: String)] {
        var isQuoted = false
        var isEscaped = false
        let items = field.split { character in
            defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return items.map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            var value = pair.count > 1 ? trimmed(pair[1]) : ""
            if value.count > 1, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            return (name: trimmed(pair[0]).lowercased(), value: String(value))
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    private static func isPlaylist(path url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".m3u") || path.hasSuffix(".mpd")
    }
}
