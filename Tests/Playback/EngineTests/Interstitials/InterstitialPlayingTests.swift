// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming
import WindowboxTransport

@Suite("Interstitials", .serialized, .timeLimit(.minutes(1)))
struct InterstitialPlayingTests {
    private static let short = "X-ASSET-URI=\"short/index.m3u8\""

    private func play(
        _ tags: [(second: Double, attributes: String)], lists: [String: String] = [:], rules: [FaultRule] = [],
        script: (@Sendable (PlaybackEngine) async -> Bool)? = nil,
        onFact: (@Sendable (EngineFact, PlaybackEngine) async -> Void)? = nil
    ) async throws -> (run: RecordedRun, stream: InterruptedStream) {
        let stream = try await InterruptedStream(tags, lists: lists, rules: rules)
        let run = await RecordedRun.play([stream.address], configuration: .impatient, script: script, onFact: onFact)
        await stream.origin.stop()
        return (run, stream)
    }

    /// The frames of the primary content and of the assets, in the order shown.
    private func pictures(_ ranges: Range<Int>...) -> [Int?] { ranges.flatMap { Array($0) } }

    private func endings(_ run: RecordedRun) -> [InterstitialBreak.Ending] {
        run.facts.compactMap { if case .interstitial(_, .ended(_, let ending, _)) = $0 { ending } else { nil } }
    }

    @Test("3.8 (1) An interstitial interrupts the item at the exact frame, and the item resumes with the next", arguments: [2, 2.5, 4.9])
    func resumesInPlace(second: Double) async throws {
        let (run, _) = try await play([(second, Self.short + ",X-RESUME-OFFSET=0")])
        let frame = Int((second * 30).rounded())
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<frame, 0..<30, frame..<150), "\(run.journal)")
        #expect(endings(run) == [.played])
        // No facts are reported for items that were not requested.
        let seconds = Double(run.frameCount) / 48_000
        #expect(abs(seconds - 6) < 0.15)
    }

    @Test("3.8 (8) An interstitial replaces as much of the item as it lasts, unless it says otherwise", arguments: [nil, 1.5, -1.0])
    func resumesElsewhere(offset: Double?) async throws {
        let (run, _) = try await play([(2, Self.short + (offset.map { ",X-RESUME-OFFSET=\($0)" } ?? ""))])
        let continues = 60 + Int(((offset ?? 1) * 30).rounded())
        #expect(run.end == .ended)
        let rest = run.numbers.dropFirst(90)
        #expect(Array(run.numbers.prefix(90)) == pictures(0..<60, 0..<30))
        // The audio may end up to one block later than the video.
        let first = try #require(rest.first ?? nil)
        #expect(abs(first - continues) <= (offset == nil ? 1 : 0))
        #expect(Array(rest) == pictures(first..<150))
    }

    @Test("3.8 (2), (4) Several assets play one after the other, and their requests identify the session")
    func list() async throws {
        let list = #"{"ASSETS":[{"URI":"short/index.m3u8","DURATION":1},{"URI":"gapless-1/index.m3u8","DURATION":4,"X-AD-ID":"b"}]}"#
        let (run, stream) = try await play([(2, "X-ASSET-LIST=\"list.json\",X-RESUME-OFFSET=0")], lists: ["/list.json": list])
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<60, 0..<30, 0..<120, 60..<150), "\(run.journal)")
        let assets = run.facts.compactMap { if case .interstitial(_, .asset(_, let asset)) = $0 { asset } else { nil } }
        #expect(assets.map(\.index) == [0, 1])
        #expect(assets.map(\.asset.duration) == [1, 4])
        let ended = run.facts.compactMap { if case .interstitial(_, .ended(_, _, let elapsed)) = $0 { elapsed } else { nil } }
        let played = assets.map(\.elapsed) + ended
        #expect(played.count == 3, "\(played)")
        #expect(zip(played, [0, 1, 5]).allSatisfy { abs($0 - $1) < 0.1 }, "\(played)")
        #expect(assets.last?.asset.document["X-AD-ID"]?.string == "b", "the ad system's data are passed on")
        let request = try #require(stream.origin.requests(for: "/list.json").first)
        #expect(request.query?.contains("_HLS_primary_id=") == true)
    }

    @Test("3.8 (8) A preroll plays before the item's first frame, a postroll after its last")
    func ends() async throws {
        let (run, _) = try await play([(1, Self.short + ",CUE=\"PRE\""), (1, Self.short + ",CUE=\"POST\"")])
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<30, 0..<150, 0..<30), "\(run.journal)")
    }

    @Test("3.8 (1) A playout limit cuts an interstitial")
    func limit() async throws {
        let (run, _) = try await play([(2, "X-ASSET-URI=\"gapless-1/index.m3u8\",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=0.5")])
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<60, 0..<15, 60..<150), "\(run.journal)")
    }

    @Test("3.8 (5) An unavailable interstitial is skipped", arguments: ["X-ASSET-URI=\"none/index.m3u8\"", "X-ASSET-LIST=\"none.json\""])
    func missing(asset: String) async throws {
        let (run, _) = try await play([(2, asset + ",X-RESUME-OFFSET=1")])
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<150), "\(run.journal)")
        #expect(endings(run) == [.failed])
        #expect(run.facts.contains { if case .warning = $0 { true } else { false } })
    }

    @Test("3.8 (5) The available assets of a list play")
    func partly() async throws {
        let list = #"{"ASSETS":[{"URI":"none.m3u8"},{"URI":"short/index.m3u8"},{"URI":"medium/none.m3u8"}]}"#
        let (run, _) = try await play([(2, "X-ASSET-LIST=\"list.json\",X-RESUME-OFFSET=0")], lists: ["/list.json": list])
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<60, 0..<30, 60..<150), "\(run.journal)")
        #expect(endings(run) == [.played])
        let failed = run.facts.compactMap { if case .interstitial(_, .assetFailed(_, let asset, _)) = $0 { asset.index } else { nil } }
        #expect(failed == [0, 2])
    }

    @Test("3.8 (5), (8) With an empty asset list, the item continues at the tag's resume offset")
    func empty() async throws {
        let (run, _) = try await play(
            [(2, "X-ASSET-LIST=\"list.json\",X-RESUME-OFFSET=1")], lists: ["/list.json": #"{"ASSETS":[]}"#])
        #expect(run.numbers == pictures(0..<60, 90..<150), "\(run.journal)")
        #expect(endings(run) == [.empty])
    }

    @Test("3.8 (5) An interstitial that lists itself among its own interruptions plays without them")
    func nested() async throws {
        let (run, _) = try await play([(2, "X-ASSET-URI=\"main.m3u8\",X-RESUME-OFFSET=0")])
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<60, 0..<150, 60..<150), "\(run.journal)")
    }

    @Test("3.8 (1) An interstitial that must not be jumped over plays before a seek completes, exact or rough", arguments: [false, true])
    func obstacle(isRough: Bool) async throws {
        let stream = try await InterruptedStream([(2, Self.short + ",X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0")])
        let run = await RecordedRun.play(
            [stream.address], configuration: .impatient, isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .ready(ItemID(0), _):
                    Task { #expect(await engine.seek(to: 4, isRough: isRough)?.landed.map { abs($0 - 4) < 0.001 } == true) }
                case .interstitial(_, .began): await engine.play()
                default: break
                }
            })
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<1, 0..<30, 120..<150), "\(run.journal)")
        await stream.origin.stop()
    }

    @Test("3.8 (1) An interstitial that must not be skipped rejects seeks, and others are left by a seek", arguments: [true, false])
    func seeking(isRestricted: Bool) async throws {
        let stream = try await InterruptedStream([
            (2, Self.short + ",X-RESUME-OFFSET=0" + (isRestricted ? ",X-RESTRICT=\"SKIP\"" : ""))
        ])
        // The asset can't be over before the seek: it has not arrived yet.
        let (isTried, tried) = AsyncStream.makeStream(of: Void.self)
        let run = await RecordedRun.play(
            [stream.address], configuration: .impatient,
            onRequest: { request, _ in if request.url.contains("/short/index.m3u8") { for await _ in isTried {} } },
            onFact: { fact, engine in
                guard case .interstitial(_, .began) = fact else { return }
                #expect(await engine.position == 2)
                let report = await engine.seek(to: 4)
                #expect((report?.landed == nil) == isRestricted)
                tried.finish()
            })
        await stream.origin.stop()
        #expect(run.end == .ended)
        let numbers = run.numbers
        if isRestricted {
            #expect(numbers == pictures(0..<60, 0..<30, 60..<150))
        } else {
            #expect(Array(numbers.prefix(60)) == pictures(0..<60))
            #expect(Array(numbers.suffix(30)) == pictures(120..<150))
        }
    }

    @Test("3.8 (2) An interstitial can be skipped when and where its skip control allows it")
    func skipping() async throws {
        let list = #"{"ASSETS":[{"URI":"gapless-1/index.m3u8"}],"SKIP-CONTROL":{"OFFSET":1}}"#
        let stream = try await InterruptedStream([(2, "X-ASSET-LIST=\"list.json\",X-RESUME-OFFSET=0")], lists: ["/list.json": list])
        let run = await RecordedRun.play(
            [stream.address], at: .time(1.8), configuration: EngineConfiguration(pace: .realTime)
        ) { engine in
            let (numbers, told) = AsyncStream.makeStream(of: Int.self)
            engine.add(CallbackOutput { if let number = $0.number { told.yield(number) } })
            for await _ in numbers {
                guard let interstitial = await engine.interstitial, await engine.skipInterstitial() else { continue }
                #expect(interstitial.event.id == "break-0")
                #expect(interstitial.skipControl?.offset == 1)
                break
            }
            return false
        }
        #expect(run.end == .ended)
        // Some of the asset's 120 frames, and no more.
        let shown = run.numbers.drop { $0 ?? 0 >= 54 }.prefix { $0 ?? 0 < 60 || $0 ?? 0 >= 100 }
        #expect(shown.count > 10)
        #expect(!shown.contains(119))
        #expect(run.numbers.last == 149)
        #expect(endings(run) == [.played])
        await stream.origin.stop()
    }

    @Test("Loading another item ends an interstitial, and the next item follows the interrupted one")
    func items() async throws {
        let stream = try await InterruptedStream([(2, Self.short + ",X-RESUME-OFFSET=0"), (1, Self.short + ",CUE=\"POST\"")])
        let next = stream.origin.address + "/gapless-2/index.m3u8"
        let run = await RecordedRun.play([stream.address, next], configuration: .impatient)
        #expect(run.end == .ended)
        #expect(run.numbers == pictures(0..<60, 0..<30, 60..<150, 0..<30, 120..<240), "\(run.journal)")
        let engine = PlaybackEngine(configuration: .impatient)
        await engine.load(stream.address, as: ItemID(0))
        await engine.play()
        loop: for await fact in engine.facts {
            switch fact {
            case .interstitial(ItemID(0), .began): await engine.load(next, as: ItemID(1))
            case .status(ItemID(1), .ended): break loop
            default: break
            }
        }
        #expect(await engine.position > 3.9)
        await engine.shutDown()
        await stream.origin.stop()
    }
}
