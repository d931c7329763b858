// SPDX-License-Identifier: Apache-2.0

/// The command-line options.
struct LaunchOptions: Equatable {
    /// URLs, files and folders to play in sequence; none opens the start page.
    var addresses: [String] = []
    /// Title of the first one; nil uses the stream's title or its name.
    var title: String?
    /// Start position of the first one in seconds; nil resumes where it was left.
    var start: Double?
    /// Nil uses the user's setting.
    var speed: Double?

    /// Nil plays only ads that are part of a stream.
    var ads: AdOption?
    /// Maximum seconds for a stitching service, and then its stream, to respond before the content plays without ads; nil uses the
    /// defaults.
    var adTimeout: Double?
    /// Part of the name of the network device to play on, once it answers.
    var castName: String?

    /// Opens a service's feeds instead of a player.
    var feed: FeedAddress?

    /// A measured scenario in the feed window, which then closes.
    var rehearsal: Rehearsal?

    /// Closes the window after this many seconds.
    var seconds: Double?
    /// Path of the report written at the end: see ``DesktopReport``.
    var report: String?

    static let usage = """
        usage: windowbox-desktop [OPTIONS] [URL|FILE|FOLDER…]
               windowbox-desktop --feed SERVICE [--app-id ID] [--channel ID]
        """

    static let help = """
        Plays files, folders, M3U playlists and URLs in a window, or shows a service's feeds.

        \(usage)

        Playback
          --title TEXT        Title of the first item.
          --start SECONDS     Start position of the first item (default: where it was left).
          --speed RATE        Playback speed, 0.1 to 4 (default: the last one used).
          --cast DEVICE       Play on the first device on the network whose name contains DEVICE.
          --ads URL           Insert ads into the first item from the VMAP or VAST document at this URL.
          --stitch SERVICE    Play the first item with the ads that the service at this URL inserts.
          --ad-timeout SECONDS
                              Wait this long for that service, and again for its stream, before playing without ads.

        Feeds
          --feed SERVICE      Show the feeds of the service at this URL.
          --app-id ID         App ID (default: the environment variable WINDOWBOX_APP_ID).
          --channel ID        Channel for hashtag search.

        Measuring
          --for SECONDS       Close the window after this time.
          --report FILE       Write a JSON report on exit.
          --rehearse WHAT     Run feed, swipes:COUNT, scroll:SECONDS or stay:SECONDS; needs --feed and --report.

          --version           Show the version.
          -h, --help          Show this.

        Exit status: 0 the window was closed, 1 no display, 2 wrong usage.
        """

    /// The text to print instead of opening a window, such as help; nil if a window is wanted.
    static func textOutput(for arguments: some Sequence<String>) -> String? {
        for argument in arguments {
            switch argument {
            case "--": return nil
            case "-h", "--help": return help
            case "--version": return DesktopApp.version
            default: break
            }
        }
        return nil
    }

    /// - Parameter arguments: without the program's name.
    /// - Throws: a description of what is wrong.
    init(_ arguments: some Sequence<String>) throws(CommandLineError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                addresses.append(argument)
                continue
            }
            if argument == "--" {
                addresses += rest
                break
            }
            guard let option = Option(rawValue: argument) else { throw CommandLineError("unknown option \(argument)") }
            guard let value = rest.popFirst() else { throw CommandLineError("\(argument) needs a value") }
            try set(option, value)
        }
        if let feed, feed.address.isEmpty { throw CommandLineError("--app-id and --channel need --feed") }
        if feed != nil, !addresses.isEmpty { throw CommandLineError("--feed can’t be combined with files or URLs") }
        // A measurement without a report would be lost.
        if rehearsal != nil, feed == nil || report == nil { throw CommandLineError("--rehearse needs --feed and --report") }
    }

    private enum Option: String {
        case title = "--title"
        case start = "--start"
        case speed = "--speed"
        case seconds = "--for"
        case ads = "--ads"
        case stitch = "--stitch"
        case adTimeout = "--ad-timeout"
        case cast = "--cast"
        case feed = "--feed"
        case appID = "--app-id"
        case channel = "--channel"
        case report = "--report"
        case rehearse = "--rehearse"
    }

    private mutating func set(_ option: Option, _ value: String) throws(CommandLineError) {
        switch option {
        case .title: title = value
        case .start:
            guard let seconds = Double(value), seconds >= 0, seconds <= Self.maxSeconds else {
                throw CommandLineError("--start takes seconds, not \(value)")
            }
            start = seconds
        case .speed:
            guard let rate = Double(value), (0.1...4).contains(rate) else { throw CommandLineError("--speed takes 0.1 to 4, not \(value)") }
            speed = rate
        case .seconds: seconds = try Self.duration(value, of: option)
        case .adTimeout: adTimeout = try Self.duration(value, of: option)
        case .ads: ads = .schedule(value)
        case .stitch: ads = .service(value.hasSuffix("/") ? String(value.dropLast()) : value)
        case .cast: castName = value
        case .feed:
            guard value.hasPrefix("http://") || value.hasPrefix("https://") else {
                throw CommandLineError("--feed takes the http or https URL of a service, not \(value)")
            }
            feed = FeedAddress(address: value.hasSuffix("/") ? String(value.dropLast()) : value, appID: feed?.appID, channel: feed?.channel)
        case .appID: feed = FeedAddress(address: feed?.address ?? "", appID: value, channel: feed?.channel)
        case .channel: feed = FeedAddress(address: feed?.address ?? "", appID: feed?.appID, channel: value)
        case .report: report = value
        case .rehearse:
            guard let rehearsal = Rehearsal(value) else {
                throw CommandLineError("--rehearse takes feed, swipes:COUNT, scroll:SECONDS or stay:SECONDS, not \(value)")
            }
            self.rehearsal = rehearsal
        }
    }

    /// In seconds: clocks overflow after about 290 years.
    private static let maxSeconds = 1e9

    private static func duration(_ text: String, of option: Option) throws(CommandLineError) -> Double {
        guard let seconds = Double(text), seconds > 0, seconds <= maxSeconds else {
            throw CommandLineError("\(option.rawValue) takes seconds above 0, not \(text)")
        }
        return seconds
    }
}

/// An invalid command line.
struct CommandLineError: Error, Equatable {
    let message: String
    init(_ message: String) { self.message = message }
}
