// SPDX-License-Identifier: Apache-2.0

public import CWindowbox
import FoundationEssentials
import WindowboxCodec
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer
import WindowboxTransport

// C has checked by now that this is the main thread, wherever the main actor is entered.

/// A handle with a reference that C owns.
func handle(_ object: some AnyObject) -> WbHandle { WbHandle(bitPattern: Unmanaged.passRetained(object).toOpaque()) }

private func object<Object: AnyObject>(_ handle: WbHandle, _: Object.Type = Object.self) -> Object {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(bitPattern: handle)!).takeUnretainedValue()
}

private func on<Result: Sendable>(_ player: WbHandle, _ body: @MainActor (BridgedPlayer) -> Result) -> Result {
    MainActor.assumeIsolated { body(object(player)) }
}

private func strings(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var strings: [String] = []
    guard var list else { return [] }
    while let string = list.pointee {
        strings.append(String(cString: string))
        list += 1
    }
    return strings
}

/// Gives C the functions that it calls.
@_cdecl("wb_bridge_fill") public func fillBridge(_ bridge: UnsafeMutablePointer<WbBridge>) {
    fillItems(&bridge.pointee)
    fillPlaying(&bridge.pointee)
    fillFrames(&bridge.pointee)
}

private func fillItems(_ bridge: inout WbBridge) {
    bridge.player_new = { link, isSilent, allowsPlainHTTP in
        MainActor.assumeIsolated {
            ForeignProgram.serveMainActor()
            return handle(BridgedPlayer(link, isSilent: isSilent, allowsPlainHTTP: allowsPlainHTTP))
        }
    }
    bridge.release = { Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: $0)!).release() }
    bridge.item_append = { player, item, uri, title, start, pairs in
        let uri = uri.map { String(cString: $0) } ?? ""
        let title = title.map { String(cString: $0) }
        let pairs = strings(pairs)
        var headers = TransportHeaders()
        for index in stride(from: 0, to: pairs.count - 1, by: 2) { headers.add(pairs[index], pairs[index + 1]) }
        return on(player) { [headers] in $0.append(item, uri: uri, title: title, start: start, headers: headers) }
    }
    bridge.item_remove = { player, item in on(player) { $0.remove(item) } }
    bridge.item_choose = { player, item in on(player) { $0.choose(item) } }
    bridge.item_go = { player, step in on(player) { $0.go(by: step) } }
}

private func fillPlaying(_ bridge: inout WbBridge) {
    bridge.play = { player in on(player) { $0.play() } }
    bridge.pause = { player in on(player) { $0.player.pause() } }
    bridge.seek = { player, position, isExact, task in on(player) { $0.seek(to: position, isExact: isExact, task: task) } }
    bridge.seek_to_live = { player in on(player) { _ = $0.player.skipToDefault() } }
    bridge.step = { player, count in on(player) { $0.step(by: Int(count)) } }
    bridge.set_rate = { player, rate in on(player) { $0.player.desiredSpeed = rate } }
    bridge.set_volume = { player, volume in on(player) { $0.player.volume = volume } }
    bridge.set_muted = { player, isMuted in on(player) { $0.player.isMuted = isMuted } }
    bridge.set_loops = { player, loops in on(player) { $0.player.repeatMode = loops ? .all : .off } }
    bridge.select = { player, isAudio, track in on(player) { $0.select(Int(track), isAudio: isAudio) } }
    bridge.set_languages = { player, isAudio, languages in
        let languages = strings(languages)
        on(player) { $0.prefer(languages, isAudio: isAudio) }
    }
    bridge.position = { player in on(player) { $0.player.time ?? -1 } }
    bridge.date = { player in on(player) { $0.player.date?.timeIntervalSince1970 ?? 0 } }
}

private func fillFrames(_ bridge: inout WbBridge) {
    bridge.watch_frames = { player, isWatched in on(player) { $0.watchFrames(isWatched) } }
    bridge.frame_pixels = { frame, layout, width, height, length, message in
        bytesForC(length, message) { () throws(CodecError) in
            try object(frame, VideoFrame.self).uprightPixels(
                PictureConverter.Layout(number: layout), size: PixelSize(width: Int(width), height: Int(height)))
        }
    }
    bridge.frame_png = { frame, length, message in
        bytesForC(length, message) { () throws(CodecError) in try object(frame, VideoFrame.self).png() }
    }
    bridge.view_new = { player, hasControls in on(player) { $0.view(hasControls: hasControls) } }
}
