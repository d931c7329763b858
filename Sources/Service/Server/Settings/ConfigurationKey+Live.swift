// SPDX-License-Identifier: Apache-2.0

extension ConfigurationKey {
    /// Settings for live streams.
    static let live: [ConfigurationKey] = [
        ConfigurationKey(
            name: "live", summary: "Whether this process takes live streams in. Of several processes one does.", form: "yes or no",
            standard: "yes with SQLite, no with PostgreSQL"
        ) { configuration, value in
            configuration.takesLive = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "live-listen",
            summary:
                "Where it listens for encoders. RTMP is not encrypted: beyond this machine, let a tunnel that ends TLS listen in front of "
                + "it (deploy/rtmps.conf), or use SRT.",
            form: "an address, such as 0.0.0.0 for all of this machine's", standard: "as in listen"
        ) { configuration, value in
            configuration.live.listen = value.filter { $0 != "[" && $0 != "]" }
            configuration.hasLiveListen = true
            return !configuration.live.listen.isEmpty && NetworkAddress(configuration.live.listen) != nil
        },
        ConfigurationKey(
            name: "live-host", summary: "How encoders reach this machine.", form: "a name or an address", standard: "where it listens"
        ) { configuration, value in
            configuration.live.host = value
            configuration.hasLiveHost = true
            return !value.isEmpty && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        },
        ConfigurationKey(
            name: "live-ports", summary: "Ports that encoders may send to, one a stream.",
            form: "two numbers such as 19350-19381, or 0 for any that is free", standard: "19350-19381"
        ) { configuration, value in
            let ends = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last, (0...65535).contains(first),
                (0...65535).contains(last), first > 0 || last == 0
            else { return false }
            configuration.live.ports = first...last
            return true
        },
        ConfigurationKey(
            name: "live-protocol",
            summary: "What encoders speak. SRT is encrypted with the stream's key. With rtmps a tunnel in front of this service ends TLS "
                + "on the same ports, and encoders are told so.",
            form: "rtmp, rtmps or srt", standard: "rtmp"
        ) { configuration, value in
            configuration.live.usesSRT = value == "srt"
            configuration.live.isBehindTLS = value == "rtmps"
            return ["rtmp", "rtmps", "srt"].contains(value)
        },
    ]
}
