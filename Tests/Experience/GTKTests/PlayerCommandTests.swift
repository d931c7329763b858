// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Player keys")
struct PlayerCommandTests {
    @Test(
        "A key has a command",
        arguments: [
            (KeyboardKey.space, PlayerCommand.togglePlayPause), (.left, .skip(.backward)), (.right, .skip(.forward)), (.up, .volume(0.05)),
            (.down, .volume(-0.05)), (KeyboardKey("m"), .toggleMute), (KeyboardKey("f"), .toggleFullScreen), (.escape, .leaveFullScreen),
            (KeyboardKey(","), .step(-1)), (KeyboardKey("."), .step(1)), (KeyboardKey("["), .speed(-1)), (KeyboardKey("]"), .speed(1)),
            (KeyboardKey("q"), .quit),
            (.home, .goToStart), (.end, .goToEnd), (KeyboardKey("z"), .toggleGravity),
            (KeyboardKey("A"), .picture(.nextAspectRatio)), (KeyboardKey("r"), .picture(.turn(1))), (KeyboardKey("R"), .picture(.turn(-1))),
            (KeyboardKey("D"), .choose(.deinterlacing, 1)), (KeyboardKey("N"), .choose(.nightMode, 1)),
            (KeyboardKey("b"), .choose(.audio, 1)),
            (KeyboardKey("v"), .choose(.subtitles, 1)), (KeyboardKey("g"), .delay(.captions, -0.05)),
            (KeyboardKey("h"), .delay(.captions, 0.05)), (KeyboardKey("G"), .delay(.audio, -0.05)),
            (KeyboardKey("H"), .delay(.audio, 0.05)), (KeyboardKey("l"), .markRepeatedPart), (KeyboardKey("c"), .picture(.nextCrop)),
        ])
    func meaning(_ key: KeyboardKey, _ command: PlayerCommand) {
        #expect(PlayerCommand.of(key, []) == command)
        #expect(PlayerCommand.of(key, .alt) == nil)
    }

    @Test("Other keys and shortcuts have none")
    func others() {
        #expect(PlayerCommand.of(KeyboardKey("x"), []) == nil)
        #expect(PlayerCommand.of(KeyboardKey("m"), .control) == nil)
        #expect(PlayerCommand.of(KeyboardKey("q"), .control) == .quit)
        #expect(PlayerCommand.of(KeyboardKey("+"), [.control, .shift]) == .picture(.zoom(1)))
        #expect(PlayerCommand.of(KeyboardKey("-"), .control) == .picture(.zoom(-1)))
        #expect(PlayerCommand.of(KeyboardKey("0"), .control) == .picture(.normalZoom))
        #expect(PlayerCommand.of(.up, .control) == .choose(.captionPosition, 1))
        #expect(PlayerCommand.of(.down, .control) == .choose(.captionPosition, -1))
        #expect(PlayerCommand.of(KeyboardKey("+"), [.control, .alt]) == nil)
    }

    @Test(
        "Speeds step to the next value and stop at the ends",
        arguments: [
            (1, 1, 1.1), (1, -1, 0.9), (2, 1, 2.5), (0.25, -1, 0.25), (1.2, 1, 1.25), (1.1, -1, 1), (1, 3, 1.5), (4, 1, 4), (16, 1, 16),
            (16, -1, 4),
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
