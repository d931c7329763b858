// SPDX-License-Identifier: Apache-2.0

// A whole session with hostile playlists: the address returns the first text, the playlists it names return the others in turn,
// steering returns the last; then a script of seeks, selections and failures in virtual time.
// With: Fuzz/StandIns/Input.swift Tests/Playback/StreamingTests/Session/ScriptedPlayer.swift

import Glibc
import WindowboxMedia
import WindowboxStreaming

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSessions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let script = input.bytes(12)
    let texts = (0..<4).map { _ in input.textPart() }
    let player = play(script, texts)
    precondition(player.events.count < 20_000, "a session that never rests")
    precondition(player.position.isFinite, "a position that is none")
    for happening in player.log {
        if case .load(let load) = happening.action, case .segment(let segment) = load.content {
            precondition(segment.range.start.isFinite && segment.range.end.isFinite, "a segment at no time")
            precondition(segment.encryption.allSatisfy { $0.initializationVector.count == 16 }, "a vector that is no block")
        }
        if case .jump(let to) = happening.action { precondition(to.isFinite, "a jump to nowhere") }
        if case .rate(let factor) = happening.action { precondition(factor > 0.5 && factor < 2, "a rate nobody can hear") }
    }
    // The same events give the same decisions.
    if script[3] % 4 == 0 { precondition(play(script, texts).journal == player.journal, "a session plays differently when played again") }
    return 0
}

private func play(_ script: [UInt8], _ texts: [String]) -> ScriptedPlayer {
    var player = ScriptedPlayer(StreamingSession(source: "http://host/main.m3u8")) { load, _ in
        let dice = script[load.id.number.magnitude.isMultiple(of: 2) ? 0 : 1] &+ UInt8(truncatingIfNeeded: load.id.number)
        if dice % 16 == 15 { return .failure(LoadFailure(dice & 16 == 0 ? .status(404) : .connection, message: "fuzz")) }
        switch load.content {
        case .playlist(let location):
            return location.url == "http://host/main.m3u8" ? .text(texts[0]) : .text(texts[1 + location.url.utf8.count % 2])
        case .steering: return .text(texts[3])
        case .segment, .picture, .subtitles: return .media(bytes: 1000 * Int(dice), after: Double(dice) / 100)
        }
    }
    player.tick = 1
    player.send(.start(script[2] & 1 == 0 ? .automatic : .time(Double(script[3]))))
    for step in script[4...] {
        player.run(until: player.time + Double(step & 3))
        switch step >> 4 {
        case 0: player.send(.seek(to: Double(step & 15) * 1e9))
        case 1: player.send(.seek(to: Double(step & 15) * 2 - 10))
        case 2: player.send(.select(.audio(Int(step & 3))))
        case 3: player.send(.select(.variant(step & 1 == 0 ? nil : Int(step & 7))))
        case 4: player.send(.limit(QualityLimits(bitrate: Int(step & 15) * 200_000)))
        case 5: player.wantsToPlay.toggle()
        default: break
        }
    }
    return player
}
