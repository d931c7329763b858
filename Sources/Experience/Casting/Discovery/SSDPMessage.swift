// SPDX-License-Identifier: Apache-2.0

/// A datagram of the Simple Service Discovery Protocol (UPnP Device Architecture 1.1, 1.2 and 1.3).
enum SSDPMessage: Hashable, Sendable {
    /// A device is present, as an announcement or a response: its unique service name, the URL of its description, and its lifetime
    /// in seconds.
    case present(name: String, location: String, lifetime: Double)
    /// A device announces that it leaves.
    case leaving(name: String)

    static let rendererType = "urn:schemas-upnp-org:device:MediaRenderer:1"
    static let maximumBytes = 8 << 10

    /// Nil if the message is invalid or doesn't concern renderers.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        guard let first = lines.first else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { fields[String(pair[0]).trimmed.lowercased()] = String(pair[1]).trimmed }
        }
        let isAnswer = first.hasPrefix("HTTP/1.1 200") || first.hasPrefix("HTTP/1.0 200")
        guard isAnswer || first.hasPrefix("NOTIFY "), let name = fields["usn"], !name.isEmpty,
            let type = fields[isAnswer ? "st" : "nt"], Self.isRenderer(type)
        else { return nil }
        switch isAnswer ? "ssdp:alive" : fields["nts"] {
        case "ssdp:byebye": self = .leaving(name: name)
        case "ssdp:alive":
            guard let location = fields["location"], location.hasPrefix("http://") || location.hasPrefix("https://") else { return nil }
            self = .present(name: name, location: location, lifetime: Self.lifetime(fields["cache-control"]))
        default: return nil
        }
    }

    /// Later versions are backwards compatible.
    private static func isRenderer(_ type: String) -> Bool { type.hasPrefix("urn:schemas-upnp-org:device:MediaRenderer:") }

    /// The max-age in seconds; half an hour, the usual value, if missing.
    private static func lifetime(_ field: String?) -> Double {
        for part in (field ?? "").lowercased().split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2, String(pair[0]).trimmed == "max-age", let seconds = Double(String(pair[1]).trimmed) {
                return seconds.isFinite ? min(max(seconds, 1), 86_400) : 1800
            }
        }
        return 1800
    }

    /// A search request to all renderers, which respond within `wait` seconds.
    static func search(host: String, wait: Int) -> [UInt8] {
        let lines = [
            "M-SEARCH * HTTP/1.1", "HOST: \(host)", "MAN: \"ssdp:discover\"", "MX: \(wait)", "ST: \(rendererType)",
            "USER-AGENT: Linux UPnP/1.1 Windowbox/0.1", "", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}
