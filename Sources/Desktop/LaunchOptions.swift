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

    /// A part of the name of a device in the network that it is to be played on, once that answers.
    var castName: String?

    /// Closes the window after so many seconds.
    var seconds: Double?
    /// Where to write, at the end, how it went: see ``DesktopReport``.
    var report: String?

    static let usage = """
        usage: windowbox-desktop [--title TEXT] [--start SECONDS] [--speed 0.1...4] [--cast DEVICE] [--for SECONDS] [--report FILE]
                                 [URL|FILE|FOLDER…]
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
            guard let time = Double(value), time > 0, time.isFinite else { return false }
            seconds = time
        case "--cast": castName = value
        case "--report": report = value
        default: return false
        }
        return true
    }
}
