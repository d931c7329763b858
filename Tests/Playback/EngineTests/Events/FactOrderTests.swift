// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Pins the order of the facts on which users of an engine rely.
@Suite("Order of engine facts", .serialized, .timeLimit(.minutes(2)))
struct FactOrderTests {
    /// The facts whose order does not depend on the speed of the machine. Stalls and recoveries from them are left out.
    private func order(_ run: RecordedRun, presentations: Bool = false) -> [String] {
        var order: [String] = []
        for fact in run.facts {
            guard let line = line(fact, presentations: presentations), line != order.last else { continue }
            order.append(line)
        }
        return order
    }

    private func line(_ fact: EngineFact, presentations: Bool) -> String? {
        switch fact {
        case .status(_, .stalled): nil
        case .status(let id, let status): "\(id.number) \(status)"
        case .ready(let id, _): "\(id.number) ready"
        case .seeked(let id, let report):
            "\(id.number) seeked to \(tenths(report.target)), landed \(report.landed.map { "at \(tenths($0))" } ?? "nowhere")"
        case .advanced(let from, let to): "\(from.number) advanced to \(to.number)"
        case .failed(let id, _): "\(id.number) failed"
        case .metrics(let id, _): "\(id.number) metrics"
        case .reachedBlocked(let id, let range): "\(id.number) reached block \(range.start)-\(range.end)"
        case .passedBlocked(let id, let range): "\(id.number) passed block \(range.start)-\(range.end)"
        case .interstitial(let id, .began): "\(id.number) break began"
        case .interstitial(let id, .asset(_, let asset)): "\(id.number) asset \(asset.index)"
        case .interstitial(let id, .assetFailed(_, let asset, _)): "\(id.number) asset \(asset.index) failed"
        case .interstitial(let id, .ended(_, let ending, _)): "\(id.number) break \(ending)"
        case .presentation(let id, let presentation) where presentations:
            "\(id.number) audio \(presentation.chosenAudio.map { "\($0)" } ?? "none")"
        default: nil
        }
    }

    private func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

    @Test("Facts are in order at the start, at the end and when one item follows another")
    func startAndEnd() async throws {
        let run = await RecordedRun.play([
            try GeneratedStreams.named("gapless-1").address, try GeneratedStreams.named("gapless-2").address,
        ])
        // On a busy machine the second item may be late: only then does it load before it plays.
        #expect(
            order(run).filter { !["1 ready", "1 loading"].contains($0) } == [
                "0 loading", "0 ready", "0 playing", "0 metrics", "0 advanced to 1", "1 playing", "1 ended",
            ])
    }

    @Test("Facts are in order when a file starts at a position")
    func file() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("file-start-mp4").address], at: .time(8))
        #expect(order(run) == ["0 loading", "0 ready", "0 playing", "0 ended"])
    }

    @Test("Facts are in order when a seek before the stream is known is superseded by another", arguments: ["medium", "file-start-mp4"])
    func seekWhileSeeking(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let isFirst = Mutex(true)
        let run = await RecordedRun.play(
            [stream.address],
            onRequest: { request, engine in
                guard request.url == stream.address,
                    isFirst.withLock({ isFirst in
                        defer { isFirst = false }; return isFirst
                    })
                else { return }
                for target in [3.0, 2.0] {
                    Task { await engine.seek(to: target) }
                    while await engine.position != target { await Task.yield() }
                }
            })
        #expect(
            order(run) == [
                "0 loading", "0 seeked to 3.0, landed nowhere", "0 seeked to 2.0, landed at 2.0", "0 ready", "0 playing", "0 ended",
            ])
        #expect(run.numbers.first == 60)
    }

    @Test("Facts are in order when a paused item seeks and then plays")
    func seekPaused() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("medium").address], isPaused: true) { engine in
            await engine.seek(to: 3)
            await engine.seek(to: 4)
            await engine.play()
            return false
        }
        #expect(
            order(run).filter { !$0.contains("ready") && !$0.contains("paused") } == [
                "0 loading", "0 seeked to 3.0, landed at 3.0", "0 seeked to 4.0, landed at 4.0", "0 playing", "0 ended",
            ])
    }

    @Test("Facts are in order when the item changes while the first one loads")
    func changeWhileLoading() async throws {
        let (first, second) = (try GeneratedStreams.named("gapless-1").address, try GeneratedStreams.named("short").address)
        let run = await RecordedRun.play(
            [first], onRequest: { request, engine in if request.url == first { await engine.load(second, as: ItemID(1)) } })
        #expect(order(run) == ["0 loading", "0 metrics", "1 loading", "1 ready", "1 playing", "1 ended"])
    }

    @Test("Facts are in order at an interstitial of two assets, the second of which is missing")
    func interstitial() async throws {
        let list = #"{"ASSETS":[{"URI":"short/index.m3u8","DURATION":1},{"URI":"none/index.m3u8","DURATION":4}]}"#
        let stream = try await InterruptedStream(
            [(2, "X-ASSET-LIST=\"list.json\",X-RESUME-OFFSET=0")], lists: ["/list.json": list])
        let run = await RecordedRun.play([stream.address], configuration: .impatient)
        await stream.origin.stop()
        #expect(
            order(run) == [
                "0 loading", "0 ready", "0 playing", "0 break began", "0 loading", "0 asset 0", "0 playing", "0 asset 1 failed",
                "0 break played", "0 loading", "0 seeked to 2.0, landed at 2.0", "0 playing", "0 ended",
            ])
    }

    @Test("Facts are in order with an interstitial before the first frame and one after the last")
    func interstitialsAtBounds() async throws {
        let short = "X-ASSET-URI=\"short/index.m3u8\""
        let stream = try await InterruptedStream([(1, short + ",CUE=\"PRE\""), (1, short + ",CUE=\"POST\"")])
        let run = await RecordedRun.play([stream.address], configuration: .impatient)
        await stream.origin.stop()
        #expect(
            order(run) == [
                "0 loading", "0 break began", "0 asset 0", "0 playing", "0 break played", "0 loading", "0 ready", "0 playing",
                "0 break began", "0 loading", "0 asset 0", "0 playing", "0 break played", "0 loading", "0 playing", "0 ended",
            ])
    }

    @Test("Facts are in order at a seek over an interstitial that must be seen first")
    func seekOverInterstitial() async throws {
        let stream = try await InterruptedStream([(2, "X-ASSET-URI=\"short/index.m3u8\",X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0")])
        let run = await RecordedRun.play(
            [stream.address], configuration: .impatient, isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .ready(ItemID(0), _): Task { await engine.seek(to: 4) }
                case .interstitial(_, .began): await engine.play()
                default: break
                }
            })
        await stream.origin.stop()
        #expect(
            order(run) == [
                "0 loading", "0 ready", "0 paused", "0 break began", "0 loading", "0 asset 0", "0 playing", "0 break played",
                "0 loading", "0 seeked to 4.0, landed at 4.0", "0 playing", "0 ended",
            ])
    }

    @Test("Facts are in order during trick play and when it ends")
    func trick() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        let (seeks, seeked) = AsyncStream.makeStream(of: Void.self)
        let run = await RecordedRun.play(
            [stream.address], configuration: EngineConfiguration(pace: .realTime),
            script: { engine in
                let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
                await engine.set(rate: 8)
                engine.add(CallbackOutput { told.yield($0) })
                for await picture in pictures where picture.time > 3 { break }
                await engine.set(rate: 2)
                for await _ in seeks { break }
                return true
            }, onFact: { fact, _ in if case .seeked = fact { seeked.yield() } })
        let lines = order(run)
        #expect(Array(lines.prefix(3)) == ["0 loading", "0 ready", "0 playing"])
        #expect(lines.count == 5)
        #expect(lines.dropFirst(3).first?.hasPrefix("0 seeked") == true)
        #expect(lines.last == "0 metrics")
    }

    @Test("Facts are in order at a blocked range")
    func blocked() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("medium").address], isPaused: true) { engine in
            await engine.block(BlockedRanges([TimeRange(start: 1, end: 3)]), of: ItemID(0))
            await engine.play()
            return false
        }
        #expect(
            order(run).filter { !$0.hasSuffix("paused") } == [
                "0 loading", "0 ready", "0 playing", "0 reached block 1.0-3.0", "0 passed block 1.0-3.0",
                "0 seeked to 3.0, landed at 3.0", "0 ended",
            ])
    }

    @Test("Facts are in order when the first or the second item is unavailable")
    func failures() async throws {
        let short = try GeneratedStreams.named("short").address
        let missing = await RecordedRun.play([short + ".none"], configuration: .impatient)
        #expect(order(missing) == ["0 loading", "0 failed"])
        let second = await RecordedRun.play([short, short + ".none"], configuration: .impatient)
        #expect(order(second) == ["0 loading", "0 ready", "0 playing", "0 metrics", "0 advanced to 1", "1 failed"])
    }

    @Test("Facts are in order when another audio track is selected")
    func audio() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let run = await RecordedRun.play(
            [stream.address], isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .ready: await engine.select(.audio(1))
                case .presentation(_, let presentation) where presentation.chosenAudio == 1: await engine.play()
                default: break
                }
            })
        #expect(
            order(run, presentations: true) == [
                "0 loading", "0 audio 0", "0 ready", "0 paused", "0 audio 1", "0 playing", "0 ended",
            ])
    }
}
