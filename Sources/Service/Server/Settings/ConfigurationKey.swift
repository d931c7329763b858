// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// A setting: its name, its meaning and its parser. Files, environment, command line and help all use it.
public struct ConfigurationKey: Sendable {
    /// The name in files, and after `--`.
    public let name: String
    public let summary: String
    /// Describes valid values, to follow "must be".
    public let form: String
    /// The default, in words or as a value.
    public let standard: String
    /// - Returns: false for an invalid value.
    let set: @Sendable (inout ServiceConfiguration, String) -> Bool

    /// The name of the environment variable.
    public var variable: String { "WINDOWBOX_" + name.uppercased().replacing("-", with: "_") }

    public static let all: [ConfigurationKey] = general + EncodingKeys.all + live + pages + MailKeys.all + OpenIDKeys.all

    private static let general: [ConfigurationKey] =
        [
            ConfigurationKey(
                name: "listen", summary: "The address and port that the service listens on.",
                form: "an address and a port, such as 0.0.0.0:8080",
                standard: "127.0.0.1:8080"
            ) {
                guard let colon = $1.lastIndex(of: ":"), let port = Int($1[$1.index(after: colon)...]), (0...65535).contains(port) else {
                    return false
                }
                let host = $1[..<colon].filter { $0 != "[" && $0 != "]" }
                $0.settings.host = host
                $0.settings.port = port
                return !host.isEmpty
            },
            ConfigurationKey(
                name: "database", summary: "The path of an SQLite file, or the URL of a PostgreSQL server (postgresql://…).",
                form: "a path or an address",
                standard: "windowbox/service.sqlite in the user's data folder"
            ) { configuration, value in
                configuration.database = value
                return !value.isEmpty
            },
            ConfigurationKey(
                name: "media",
                summary: "The store of the media that are served: a folder, or s3://bucket?endpoint=https://host (with its keys in "
                    + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).",
                form: "a path or an address that begins with s3://",
                standard: "the folder media beside the SQLite file; none with PostgreSQL"
            ) { configuration, value in
                let isBucket = value.hasPrefix("s3://")
                configuration.settings.mediaStorage = isBucket ? value : nil
                configuration.settings.mediaFolder = isBucket ? nil : value
                return !value.isEmpty
            },
            ConfigurationKey(
                name: "media-redirect",
                summary: "Whether clients are redirected to the bucket for all media but playlists, with URLs that are valid for a minute.",
                form: "yes or no", standard: "no (the service fetches the media for them)"
            ) { configuration, value in
                configuration.settings.redirectsMedia = value == "yes"
                return value == "yes" || value == "no"
            },
            ConfigurationKey(
                name: "secret-file",
                summary: "A file of secrets that sign tokens, one per line. The first one signs; the others are still accepted.",
                form: "a path",
                standard: "a file created beside the SQLite file; with PostgreSQL it must be set, with the same secrets for all processes"
            ) { configuration, value in
                configuration.secretFile = value
                return !value.isEmpty
            },
            ConfigurationKey(
                name: "public-url", summary: "The URL at which clients reach the service.",
                form: "an address that begins with http:// or https://",
                standard: "taken from each request"
            ) {
                $0.settings.publicURL = String($1.reversed().drop { $0 == "/" }.reversed())
                return $1.hasPrefix("http://") || $1.hasPrefix("https://")
            },
            ConfigurationKey(
                name: "trusted-proxies", summary: "Networks of trusted proxies, whose X-Forwarded-For is believed.",
                form: "addresses or networks separated by commas, such as 10.0.0.0/8", standard: "none"
            ) { configuration, value in
                guard let ranges = ranges(value) else { return false }
                configuration.settings.proxies.ranges = ranges
                return true
            },
            ConfigurationKey(
                name: "country-field", summary: "The request header in which the trusted proxies send the client's country.",
                form: "the name of an HTTP header", standard: "none"
            ) { configuration, value in
                configuration.settings.proxies.countryField = HTTPField.Name(value)
                return configuration.settings.proxies.countryField != nil
            },
            ConfigurationKey(
                name: "metrics-readers", summary: "Networks that may read \(APIRoute.path("metrics")).",
                form: "addresses or networks separated by commas", standard: "127.0.0.0/8, ::1"
            ) { configuration, value in
                guard let ranges = ranges(value) else { return false }
                configuration.settings.metricsReaders = ranges
                return true
            },
            number("playback-seconds", "Seconds for which a media URL can be played; 0: for ever, by everyone.", 0...2_592_000, "0") {
                $0.settings.playbackSeconds = $1 == 0 ? nil : $1
            },
            number("guest-token-seconds", "Seconds for which a guest's token is valid.", 60...2_592_000, "3600") {
                $0.settings.guestTokenSeconds = $1
            },
            number("admin-token-seconds", "Seconds for which an administrator's token is valid.", 60...86400, "3600") {
                $0.settings.adminTokenSeconds = $1
            },
            number("calls-per-second", "Requests per second of one guest or client; bursts may have four times as many.", 1...100_000, "50")
            {
                $0.settings.callsPerSecond = Double($1)
            },
            number("tokens-per-minute", "Tokens per minute created for one IP address.", 1...1_000_000, "60") {
                $0.settings.tokensPerMinute = Double($1)
            },
            number("request-seconds", "Seconds in which a request must arrive.", 1...3600, "30") {
                $0.settings.requestSeconds = Double($1)
            },
            number("stall-seconds", "Seconds in which a client must receive some of a response.", 1...3600, "30") {
                $0.settings.stallSeconds = Double($1)
            },
            number("connections", "The maximum number of connections.", 1...1_000_000, "10000") { $0.settings.maxConnections = $1 },
            number(
                "connections-per-address",
                "The maximum number of connections from one IP address. This machine and trusted proxies aren't counted.",
                1...1_000_000, "500"
            ) { $0.settings.maxConnectionsPerAddress = $1 },
            number("shutdown-seconds", "Seconds in which work in progress must finish at shutdown.", 1...3600, "20") {
                $0.shutdownSeconds = $1
            },
            number(
                "drain-seconds", "Seconds for which connections are still accepted at shutdown, each closed after its next response.",
                0...600, "1"
            ) { $0.settings.drainSeconds = Double($1) },
            ConfigurationKey(
                name: "event-days",
                summary: "Days after which events are deleted; 0: never. Orders are attributed with the events of the last "
                    + "\(AttributionRule.window) days, so this is the minimum.",
                form: "0, or a whole number from \(AttributionRule.window) to 36500", standard: "400"
            ) { configuration, value in
                guard let days = Int(value), days == 0 || (AttributionRule.window...36500).contains(days) else { return false }
                configuration.settings.eventDays = days == 0 ? nil : days
                return true
            },
            number(
                "guest-days", "Days without a visit after which guests are erased; 0: never.", 0...36500, "400"
            ) {
                $0.settings.guestDays = $1 == 0 ? nil : $1
            },
            number("audit-days", "Days after which entries of the audit log are deleted; 0: never.", 0...36500, "400") {
                $0.settings.auditDays = $1 == 0 ? nil : $1
            },
            ConfigurationKey(
                name: "time-zone",
                summary:
                    "The time zone of the days in analytics, for businesses that set none. What was counted before keeps its days.",
                form: "UTC or an IANA name such as Europe/Berlin", standard: "UTC"
            ) { configuration, value in
                guard let days = DayCalendar(value) else { return false }
                configuration.days = days
                return true
            },
            number(
                "workers", "Videos that this process packages at the same time; 0: other processes package them (windowbox ingest --work).",
                0...64, "1"
            ) {
                $0.settings.workers = $1
            },
            number("upload-megabytes", "The largest file that can be uploaded or imported.", 1...1_000_000, "20480") {
                $0.settings.maxUploadBytes = Int64($1) << 20
            },
            ConfigurationKey(
                name: "import-store",
                summary: "The store from which clients can import files by key, each business from the folder with its id: a folder, or "
                    + "s3://bucket?endpoint=https://host.",
                form: "a path or an address that begins with s3://", standard: "none"
            ) { configuration, value in
                configuration.settings.importStore = value
                return !value.isEmpty && (value.hasPrefix("s3://") || !value.contains("://"))
            },
            ConfigurationKey(
                name: "work-folder", summary: "The folder for temporary files of uploads and packaging. They are large.", form: "a path",
                standard: "the system's folder for temporary files"
            ) { configuration, value in
                configuration.settings.workFolder = value
                return !value.isEmpty
            },
            ConfigurationKey(
                name: "media-sandbox",
                summary:
                    "Whether the programs that read uploads and live streams run in a bubblewrap sandbox. Those that read uploads have "
                    + "no network there.",
                form: "auto (where it works), required or off", standard: "auto"
            ) { configuration, value in
                configuration.settings.sandbox = MediaSandbox.Use(rawValue: value) ?? .automatic
                configuration.live.plan.packager.sandbox = configuration.settings.sandbox
                return MediaSandbox.Use(rawValue: value) != nil
            },
            ConfigurationKey(
                name: "private-networks", summary: "Whether videos can be fetched from, and webhooks sent to, networks that aren't public.",
                form: "refused or allowed", standard: "refused"
            ) {
                $0.settings.reachesPrivateNetworks = $1 == "allowed"
                return ["refused", "allowed"].contains($1)
            },
            ConfigurationKey(
                name: "log-level", summary: "The lowest level that is logged.", form: "one of \(levels.joined(separator: ", "))",
                standard: "info"
            ) {
                $0.logLevel = $1
                return levels.contains($1)
            },
        ] + ads + breaks

    private static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    static func number(
        _ name: String, _ summary: String, _ range: ClosedRange<Int>, _ standard: String,
        _ set: @escaping @Sendable (inout ServiceConfiguration, Int) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(
            name: name, summary: summary, form: "a whole number from \(range.lowerBound) to \(range.upperBound)", standard: standard
        ) { configuration, value in
            guard let number = Int(value), range.contains(number) else { return false }
            set(&configuration, number)
            return true
        }
    }

    private static func ranges(_ value: String) -> [NetworkRange]? {
        let parts = value.split(separator: ",").map { $0.filter { $0 != " " } }
        let ranges = parts.compactMap { NetworkRange($0) }
        return ranges.count == parts.count ? ranges : nil
    }

    /// Suggests the setting that was probably meant.
    static func suggestion(for name: String) -> String {
        let nearest = all.map { ($0.name, distance(name, $0.name)) }.min { $0.1 < $1.1 }
        guard let nearest, nearest.1 <= 3 else { return " windowbox serve --help lists them." }
        return " Did you mean \"\(nearest.0)\"?"
    }

    /// The Levenshtein distance.
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in other.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == other[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
