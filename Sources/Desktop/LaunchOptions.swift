// SPDX-License-Identifier: Apache-2.0

/// What the program is started with.
struct LaunchOptions: Equatable {
    /// URLs, files and folders, played one after the other; none opens the start page.
    var addresses: [String] = []
    /// Of the first one; nil leaves it to the stream or its name.
    var title: String?
    /// Seconds at which the first one begins; nil is where it was left.
    var start: Double?
    /// Nil is what the person has set.
    var speed: Double?

    /// Nil for no ads but those that a stream brings.
    var ads: AdOption?
    /// Seconds that the service of a stitched stream, and then the stream itself, may take until the content plays without ads; nil is
    /// what is usual.
    var adTimeout: Double?
    /// A part of the name of a device in the network that it is to be played on, once that answers.
    var castName: String?

    /// Opens the feeds of a service instead of a player.
    var feed: FeedAddress?

    /// Done in the window of feeds without a person, and measured for the report; the window closes then.
    var rehearsal: Rehearsal?

    /// Closes the window after so many seconds.
    var seconds: Double?
    /// Where to write, at the end, how it went: see ``DesktopReport``.
    var report: String?

    static let usage = """
        usage: windowbox-desktop [--title TEXT] [--start SECONDS] [--speed 0.1...4] [--cast DEVICE] [--for SECONDS] [--report FILE]
                                 [--ads VMAP-URL | --stitch SERVICE-URL] [--ad-timeout SECONDS] [URL|FILE|FOLDER…]
               windowbox-desktop --feed SERVICE [--app-id ID] [--channel ID] [--for SECONDS] [--report FILE]
                                 [--rehearse feed|swipes:COUNT|scroll:SECONDS|stay:SECONDS]
        """

    /// Nil when the arguments, without the program's name, are not as ``usage`` has them.
    init?(_ arguments: some Sequence<String>) {
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
            guard let value = rest.popFirst(), set(argument, value) else { return nil }
        }
        // An app or a channel without a service mean nothing, nor do a service and something else to play.
        if feed.map({ $0.address.isEmpty || !addresses.isEmpty }) ?? false { return nil }
        // What is measured is written down, or is of no use.
        if rehearsal != nil, feed == nil || report == nil { return nil }
    }

    private mutating func set(_ option: String, _ value: String) -> Bool {
        switch option {
        case "--title": title = value
        case "--start":
            guard let seconds = Double(value), seconds >= 0, seconds.isFinite else { return false }
            start = seconds
        case "--speed":
            guard let rate = Double(value), (0.1...4).contains(rate) else { return false }
            speed = rate
        case "--for":
            seconds = Self.duration(value)
            return seconds != nil
        case "--ad-timeout":
            adTimeout = Self.duration(value)
            return adTimeout != nil
        case "--ads": ads = .schedule(value)
        case "--stitch": ads = .service(value.hasSuffix("/") ? String(value.dropLast()) : value)
        case "--cast": castName = value
        case "--feed":
            guard value.hasPrefix("http://") || value.hasPrefix("https://") else { return false }
            feed = FeedAddress(address: value.hasSuffix("/") ? String(value.dropLast()) : value, appID: feed?.appID, channel: feed?.channel)
        case "--app-id": feed = FeedAddress(address: feed?.address ?? "", appID: value, channel: feed?.channel)
        case "--channel": feed = FeedAddress(address: feed?.address ?? "", appID: feed?.appID, channel: value)
        case "--report": report = value
        case "--rehearse":
            rehearsal = Rehearsal(value)
            return rehearsal != nil
        default: return false
        }
        return true
    }

    /// Nil for what is no number of seconds above zero.
    private static func duration(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
}
