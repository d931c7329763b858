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
    /// Added to a delay, in seconds.
    case delay(DelayKind, Double)
    /// Marks the start or the end of a part that repeats, or ends the repetition.
    case markRepeatedPart
    /// Selects the entry that many positions after the current one.
    case choose(ChoiceKind, Int)
    /// Turns a 360° view, in radians to the right and upwards.
    case look(right: Double, up: Double)
    case quit

    /// The command for a key that no focused widget has handled.
    static func of(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> PlayerCommand? {
        if modifiers.contains(.control) { return modifiers.contains(.alt) ? nil : withControl[key] }
        if modifiers.contains(.alt) { return nil }
        return commands[key]
    }

    private static let commands: [KeyboardKey: PlayerCommand] = [
        .space: .togglePlayPause, KeyboardKey("k"): .togglePlayPause,
        .left: .skip(.backward), .right: .skip(.forward), .home: .goToStart, .end: .goToEnd,
        .up: .volume(0.05), .down: .volume(-0.05), KeyboardKey("m"): .toggleMute,
        KeyboardKey(","): .step(-1), KeyboardKey("."): .step(1),
        KeyboardKey("["): .speed(-1), KeyboardKey("]"): .speed(1), KeyboardKey("\\"): .normalSpeed,
        KeyboardKey("n"): .next, KeyboardKey("p"): .previous,
        KeyboardKey("f"): .toggleFullScreen, .fullScreen: .toggleFullScreen, .escape: .leaveFullScreen,
        KeyboardKey("z"): .toggleGravity, KeyboardKey("A"): .picture(.nextAspectRatio), KeyboardKey("c"): .picture(.nextCrop),
        KeyboardKey("r"): .picture(.turn(1)),
        KeyboardKey("R"): .picture(.turn(-1)),
        KeyboardKey("D"): .choose(.deinterlacing, 1), KeyboardKey("N"): .choose(.nightMode, 1),
        KeyboardKey("b"): .choose(.audio, 1), KeyboardKey("v"): .choose(.subtitles, 1),
        KeyboardKey("g"): .delay(.captions, -0.05), KeyboardKey("h"): .delay(.captions, 0.05),
        KeyboardKey("G"): .delay(.audio, -0.05), KeyboardKey("H"): .delay(.audio, 0.05), KeyboardKey("l"): .markRepeatedPart,
        KeyboardKey("a"): .look(right: -0.1, up: 0), KeyboardKey("d"): .look(right: 0.1, up: 0),
        KeyboardKey("w"): .look(right: 0, up: 0.1), KeyboardKey("s"): .look(right: 0, up: -0.1),
        KeyboardKey("q"): .quit,
    ]

    private static let withControl: [KeyboardKey: PlayerCommand] = [
        KeyboardKey("q"): .quit, KeyboardKey("w"): .quit,
        .up: .choose(.captionPosition, 1), .down: .choose(.captionPosition, -1),
        KeyboardKey("+"): .picture(.zoom(1)), KeyboardKey("="): .picture(.zoom(1)), .keypadPlus: .picture(.zoom(1)),
        KeyboardKey("-"): .picture(.zoom(-1)), .keypadMinus: .picture(.zoom(-1)), KeyboardKey("0"): .picture(.normalZoom),
    ]
}

/// The speeds that controls offer.
enum PlaybackSpeed {
    static let all: [Double] = [0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4]

    /// The next offered speed above any speed (below, if `steps` is negative), limited to the slowest and fastest.
    static func next(from rate: Double, steps: Int) -> Double {
        var rate = rate
        for _ in 0..<abs(steps) {
            rate = (steps > 0 ? all.first { $0 > rate + 0.001 } : all.last { $0 < rate - 0.001 }) ?? rate
        }
        return rate
    }
}
