// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// The D-Bus representation of a player in MPRIS 2.2 ("Media Player Remote Interfacing Specification").
enum MediaPlayerInterface {
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"

    static func track(_ number: Int?) -> String {
        number.map { "/org/windowbox/track/\($0)" } ?? "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    }

    /// - Parameter artwork: URL of the state's image.
    static func properties(of state: NowPlayingState, artwork: String? = nil) -> [String: BusValue] {
        [
            "PlaybackStatus": .string(state.status.rawValue), "LoopStatus": .string(name(of: state.repeatMode)), "Shuffle": .bool(false),
            "Rate": .double(state.speed), "MinimumRate": .double(state.speeds.lowerBound), "MaximumRate": .double(state.speeds.upperBound),
            "Volume": .double(state.volume), "Metadata": .dictionary(metadata(of: state, artwork)), "CanGoNext": .bool(state.canGoNext),
            "CanGoPrevious": .bool(state.canGoPrevious), "CanPlay": .bool(state.canPlay), "CanPause": .bool(state.canPause),
            "CanSeek": .bool(state.canSeek), "CanControl": .bool(true),
        ]
    }

    private static func metadata(of state: NowPlayingState, _ artwork: String?) -> [String: BusValue] {
        guard state.item != nil else { return ["mpris:trackid": .objectPath(track(nil))] }
        var fields: [String: BusValue] = ["mpris:trackid": .objectPath(track(state.item)), "xesam:title": .string(state.title)]
        if let artist = state.artist { fields["xesam:artist"] = .strings([artist]) }
        if let album = state.album { fields["xesam:album"] = .string(album) }
        if let artwork { fields["mpris:artUrl"] = .string(artwork) }
        if let length = state.length { fields["mpris:length"] = .int64(microseconds(length)) }
        return fields
    }

    static func microseconds(_ seconds: Double) -> Int64 { Int64(exactly: (seconds * 1e6).rounded()) ?? 0 }

    static func name(of mode: RepeatMode) -> String {
        switch mode {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    // MARK: Requests from the desktop

    /// - Parameter item: the current item's number; a position for another one is out of date.
    static func command(_ method: String, _ arguments: [BusValue], item: Int?) throws -> NowPlayingCommand? {
        switch method {
        case "Play": return .play
        case "Pause": return .pause
        case "PlayPause": return .toggle
        case "Stop": return .stop
        case "Next": return .next
        case "Previous": return .previous
        case "Seek": return arguments.first?.integer.map { .seek(by: Double($0) / 1e6) }
        case "SetPosition":
            guard arguments.first?.string == track(item), let position = arguments.last?.integer else { return nil }
            return .setPosition(Double(position) / 1e6)
        case "OpenUri": throw BusMethodError(name: "org.freedesktop.DBus.Error.NotSupported", message: "Opening URLs isn't supported.")
        default: throw BusMethodError.unknown("method \(method)")
        }
    }

    static func command(setting property: String, to value: BusValue) throws -> NowPlayingCommand? {
        switch property {
        case "Volume": return value.double.map { .setVolume($0) }
        case "Rate": return value.double.map { .setSpeed($0) }
        case "LoopStatus":
            switch value.string {
            case "None": return .setRepeatMode(.off)
            case "Track": return .setRepeatMode(.one)
            case "Playlist": return .setRepeatMode(.all)
            default:
                throw BusMethodError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "LoopStatus must be None, Track or Playlist.")
            }
        case "Shuffle": return nil
        default: throw BusMethodError.readOnly(property)
        }
    }

    static let rootDescription = """
        <interface name="org.mpris.MediaPlayer2">
        <method name="Raise"/><method name="Quit"/>
        <property name="CanQuit" type="b" access="read"/><property name="CanRaise" type="b" access="read"/>
        <property name="Fullscreen" type="b" access="readwrite"/><property name="CanSetFullscreen" type="b" access="read"/>
        <property name="HasTrackList" type="b" access="read"/><property name="Identity" type="s" access="read"/>
        <property name="DesktopEntry" type="s" access="read"/><property name="SupportedUriSchemes" type="as" access="read"/>
        <property name="SupportedMimeTypes" type="as" access="read"/>
        </interface>
        """

    static let playerDescription = """
        <interface name="org.mpris.MediaPlayer2.Player">
        <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/><method name="Stop"/>
        <method name="Play"/><method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
        <method name="SetPosition"><arg name="TrackId" type="o" direction="in"/><arg name="Position" type="x" direction="in"/></method>
        <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
        <signal name="Seeked"><arg name="Position" type="x"/></signal>
        <property name="PlaybackStatus" type="s" access="read"/><property name="LoopStatus" type="s" access="readwrite"/>
        <property name="Rate" type="d" access="readwrite"/><property name="Shuffle" type="b" access="readwrite"/>
        <property name="Metadata" type="a{sv}" access="read"/><property name="Volume" type="d" access="readwrite"/>
        <property name="Position" type="x" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/></property>
        <property name="MinimumRate" type="d" access="read"/><property name="MaximumRate" type="d" access="read"/>
        <property name="CanGoNext" type="b" access="read"/><property name="CanGoPrevious" type="b" access="read"/>
        <property name="CanPlay" type="b" access="read"/><property name="CanPause" type="b" access="read"/>
        <property name="CanSeek" type="b" access="read"/><property name="CanControl" type="b" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/></property>
        </interface>
        """
}
