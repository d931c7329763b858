// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer

/// A player command that a key can trigger.
enum PlayerCommand: Equatable {
    case togglePlayPause
    case skip(SkipDirection)
    /// Steps by frames, forward when positive.
    case step(Int)
    /// Added to the volume.
    case volume(Double)
    case toggleMute
    /// Steps of ``PlaybackSpeed``, up when positive.
    case speed(Int)
    case normalSpeed
    case goToStart
    case goToEnd
    case next
    case previous
    case toggleFullScreen
    case leaveFullScreen
    /// Toggles between aspect fill and aspect fit.
    case toggleGravity
    case picture(PictureAdjustments.Change)
    /// Selects the entry that many positions after the current one.
    case choose(ChoiceKind, Int)
    /// Turns a 360° view, in radians to the right and upwards.
    case look(right: Double, up: Double)
    case quit

    /// The command for a key that no focused widget has handled.
    static func of(_ key: Key, _ modifiers: KeyModifiers) -> PlayerCommand? {
        if modifiers.contains(.control) { return modifiers.contains(.alt) ? nil : withControl[key] }
        if modifiers.contains(.alt) { return nil }
        return commands[key]
    }

    private static let commands: [Key: PlayerCommand] = [
        .space: .togglePlayPause, Key("k"): .togglePlayPause,
        .left: .skip(.backward), .right: .skip(.forward), .home: .goToStart, .end: .goToEnd,
        .up: .volume(0.05), .down: .volume(-0.05), Key("m"): .toggleMute,
        Key(","): .step(-1), Key("."): .step(1),
        Key("["): .speed(-1), Key("]"): .speed(1), Key("\\"): .normalSpeed,
        Key("n"): .next, Key("p"): .previous,
        Key("f"): .toggleFullScreen, .fullScreen: .toggleFullScreen, .escape: .leaveFullScreen,
        Key("z"): .toggleGravity, Key("A"): .picture(.nextAspectRatio), Key("r"): .picture(.turn(1)), Key("R"): .picture(.turn(-1)),
        Key("D"): .choose(.deinterlacing, 1), Key("N"): .choose(.nightMode, 1),
        Key("b"): .choose(.audio, 1), Key("v"): .choose(.subtitles, 1), Key("g"): .choose(.captionDelay, -1),
        Key("h"): .choose(.captionDelay, 1),
        Key("a"): .look(right: -0.1, up: 0), Key("d"): .look(right: 0.1, up: 0),
        Key("w"): .look(right: 0, up: 0.1), Key("s"): .look(right: 0, up: -0.1),
        Key("q"): .quit,
    ]

    private static let withControl: [Key: PlayerCommand] = [
        Key("q"): .quit, Key("w"): .quit,
        Key("+"): .picture(.zoom(1)), Key("="): .picture(.zoom(1)), .keypadPlus: .picture(.zoom(1)),
        Key("-"): .picture(.zoom(-1)), .keypadMinus: .picture(.zoom(-1)), Key("0"): .picture(.normalZoom),
    ]
}

/// The speeds that controls offer.
enum PlaybackSpeed {
    static let all: [Double] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

    /// The next offered speed above any speed (below, if `steps` is negative), limited to the slowest and fastest.
    static func next(from rate: Double, steps: Int) -> Double {
        var rate = rate
        for _ in 0..<abs(steps) {
            rate = (steps > 0 ? all.first { $0 > rate + 0.001 } : all.last { $0 < rate - 0.001 }) ?? rate
        }
        return rate
    }
}
