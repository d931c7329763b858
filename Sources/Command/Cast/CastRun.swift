// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCasting
import WindowboxPlayer
import WindowboxTransport

/// The result of casting.
struct CastReport {
    var renderer: Renderer?
    /// Positions in seconds on the item's timeline, one per second of playback.
    var positions: [Double] = []
    /// The positions after seeks.
    var landings: [Double] = []
    /// The number of items played to the end.
    var ended = 0
    var duration: Double?
    /// The last playback position.
    var position: Double?
    var error: String?

    var json: JSONTree {
        .record([
            "renderer": renderer?.json, "positions": positions, "landings": landings, "ended": ended, "duration": duration,
            "position": position, "error": error,
        ])
    }
}

/// Plays on a renderer through a player, as an application does.
@MainActor struct CastRun {
    let options: Cast

    func run() async throws -> CastReport {
        let casting = Casting(transport: .allowingPlainHTTP)
        let services = SystemServices([casting])
        let player = Player()
        try? player.becomeActive(with: services)
        defer { player.resignActive() }
        let renderer = try await chosen(casting)
        do { try casting.cast(to: renderer) } catch { throw Failure.failed(error.message) }
        if let volume = options.volume { player.volume = Double(volume) / 100 }
        for (index, address) in options.addresses.enumerated() {
            let start = index == 0 ? options.start : nil
            player.append(PlayerItem(asset: .simple(url: address, configuration: PlaybackConfiguration(start: start))))
        }
        player.play()
        var report = await follow(player, casting)
        report.renderer = renderer
        casting.stop()
        // Waits for the renderer to stop before the program exits.
        await casting.settled()
        return report
    }

    private func chosen(_ casting: Casting) async throws -> Renderer {
        let found = try await casting.search(for: .seconds(options.searching), named: options.renderer)
        let names = found.map(\.name).joined(separator: ", ")
        guard let renderer = found.first else {
            throw Failure.media(options.renderer.map { "no renderer named \($0) found" } ?? "no renderer found on this network")
        }
        guard found.count == 1 else { throw Failure.usage("several renderers found; choose one with --renderer: \(names)") }
        return renderer
    }

    /// Follows playback until the list ends, the time is up, the user interrupts, or it fails.
    private func follow(_ player: Player, _ casting: Casting) async -> CastReport {
        enum Step { case second, event(PlayerEvent), interrupted }
        let (steps, feed) = AsyncStream.makeStream(of: Step.self)
        signal(SIGINT, SIG_IGN)
        let interruption = DispatchSource.makeSignalSource(signal: SIGINT)
        interruption.setEventHandler { feed.yield(.interrupted) }
        interruption.resume()
        let ticking = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                feed.yield(.second)
            }
        }
        let listening = Task { for await event in player.events { feed.yield(.event(event)) } }
        defer {
            interruption.cancel()
            ticking.cancel()
            listening.cancel()
        }
        var report = CastReport()
        var targets = (try? options.seekTargets()) ?? []
        var played = 0
        for await step in steps {
            switch step {
            case .interrupted: return report
            case .event(.didSeek(let position)): if let position { report.landings.append(position) }
            case .event(.didEnd): report.ended += 1
            case .event: break
            case .second:
                if player.playbackState == .playing, !player.isBuffering, !player.isSeeking, let time = player.time {
                    report.positions.append(time)
                    (report.position, report.duration) = (time, player.duration)
                    played += 1
                    if played >= 2, !targets.isEmpty {
                        played = 0
                        player.seek(.at(targets.removeFirst()), .immediate)
                    }
                    if let seconds = options.seconds, Double(report.positions.count) >= seconds { return report }
                }
            }
            if let error = player.error?.description ?? casting.error?.message {
                report.error = error
                return report
            }
            if report.ended == options.addresses.count { return report }
        }
        return report
    }
}
