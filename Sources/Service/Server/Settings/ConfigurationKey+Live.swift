// SPDX-License-Identifier: Apache-2.0

extension ConfigurationKey {
    /// Settings for live streams.
    static let live: [ConfigurationKey] = [
        ConfigurationKey(
            name: "live", summary: "Whether this process ingests live streams. Only one of several processes may.", form: "yes or no",
            standard: "yes with SQLite, no with PostgreSQL"
        ) { configuration, value in
            configuration.takesLive = value == "yes"
            return value == "yes" || value == "no"
        },
        ConfigurationKey(
            name: "live-listen",
            summary:
                "The address to listen on for encoders. RTMP is not encrypted: for encoders elsewhere, put a tunnel that terminates TLS "
                + "in front of it (deploy/rtmps.conf), or use SRT.",
            form: "an IP address, such as 0.0.0.0 for all of this machine", standard: "the address in listen"
        ) { configuration, value in
            configuration.live.listen = value.filter { $0 != "[" && $0 != "]" }
            configuration.hasLiveListen = true
            return !configuration.live.listen.isEmpty && NetworkAddress(configuration.live.listen) != nil
        },
        ConfigurationKey(
            name: "live-host", summary: "The host name or address at which encoders reach this machine.",
            form: "a host name or an IP address", standard: "the address it listens on"
        ) { configuration, value in
            configuration.live.host = value
            configuration.hasLiveHost = true
            return !value.isEmpty && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        },
        ConfigurationKey(
            name: "live-ports", summary: "The ports for encoders, one per stream.",
            form: "a range such as 19350-19381, or 0 for any free port", standard: "19350-19381"
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
            summary:
                "The protocol of encoders. SRT is encrypted with the stream's key. With rtmps, a tunnel in front of this service "
                + "terminates TLS on the same ports, and encoders get an rtmps URL.",
            form: "rtmp, rtmps or srt", standard: "rtmp"
        ) { configuration, value in
            configuration.live.usesSRT = value == "srt"
            configuration.live.isBehindTLS = value == "rtmps"
            return ["rtmp", "rtmps", "srt"].contains(value)
        },
    ]
}
