// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Player keys")
struct PlayerCommandTests {
    @Test(
        "A key has a command",
        arguments: [
            (Key.space, PlayerCommand.togglePlayPause), (.left, .skip(.backward)), (.right, .skip(.forward)), (.up, .volume(0.05)),
            (.down, .volume(-0.05)), (Key("m"), .toggleMute), (Key("f"), .toggleFullScreen), (.escape, .leaveFullScreen),
            (Key(","), .step(-1)), (Key("."), .step(1)), (Key("["), .speed(-1)), (Key("]"), .speed(1)), (Key("q"), .quit),
            (.home, .goToStart), (.end, .goToEnd), (Key("z"), .toggleGravity),
            (Key("A"), .picture(.nextAspectRatio)), (Key("r"), .picture(.turn(1))), (Key("R"), .picture(.turn(-1))),
            (Key("D"), .choose(.deinterlacing, 1)), (Key("N"), .choose(.nightMode, 1)), (Key("b"), .choose(.audio, 1)),
            (Key("v"), .choose(.subtitles, 1)), (Key("g"), .choose(.captionDelay, -1)), (Key("h"), .choose(.captionDelay, 1)),
        ])
    func meaning(_ key: Key, _ command: PlayerCommand) {
        #expect(PlayerCommand.of(key, []) == command)
        #expect(PlayerCommand.of(key, .alt) == nil)
    }

    @Test("Other keys and shortcuts have none")
    func others() {
        #expect(PlayerCommand.of(Key("x"), []) == nil)
        #expect(PlayerCommand.of(Key("m"), .control) == nil)
        #expect(PlayerCommand.of(Key("q"), .control) == .quit)
        #expect(PlayerCommand.of(Key("+"), [.control, .shift]) == .picture(.zoom(1)))
        #expect(PlayerCommand.of(Key("-"), .control) == .picture(.zoom(-1)))
        #expect(PlayerCommand.of(Key("0"), .control) == .picture(.normalZoom))
        #expect(PlayerCommand.of(Key("+"), [.control, .alt]) == nil)
    }

    @Test(
        "Speeds step to the next value and stop at the ends",
        arguments: [
            (1, 1, 1.25), (1, -1, 0.75), (2, 1, 2), (0.25, -1, 0.25), (1.1, 1, 1.25), (1.1, -1, 1), (1, 3, 1.75), (16, 1, 16), (16, -1, 2),
        ])
    func speeds(_ rate: Double, _ steps: Int, _ next: Double) {
        #expect(PlaybackSpeed.next(from: rate, steps: steps) == next)
    }

    @Test(
        "The volume has a matching icon",
        arguments: [
            (0, false, "muted"), (1, true, "muted"), (0.2, false, "low"), (0.5, false, "medium"), (1, false, "high"),
            (1.2, false, "overamplified"),
        ])
    func volume(_ volume: Double, _ isMuted: Bool, _ level: String) {
        #expect(VolumeIcon.name(volume: volume, isMuted: isMuted) == "audio-volume-\(level)-symbolic")
    }
}
