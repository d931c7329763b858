// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxOffline

@Suite("Download state machine")
struct DownloadStateMachineTests {
    private let list = "http://localhost/index.m3u8"
    private static let media = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-KEY:METHOD=AES-128,URI="k"
        #EXT-X-MAP:URI="all.mp4",BYTERANGE="10@0"
        #EXT-X-BYTERANGE:100@10
        #EXTINF:4,
        all.mp4
        #EXT-X-BYTERANGE:50
        #EXTINF:2,
        all.mp4
        #EXT-X-ENDLIST
        """

    private func process(_ change: (inout DownloadPolicy) -> Void = { _ in }) -> DownloadStateMachine {
        var policy = DownloadPolicy()
        policy.connections = 2
        change(&policy)
        return DownloadStateMachine(list, policy: policy)
    }

    /// A state machine that has reached the loading of resources.
    private func loading(_ change: (inout DownloadPolicy) -> Void = { _ in }) -> DownloadStateMachine {
        var process = process(change)
        _ = process.handle(.go, at: .zero)
        _ = process.handle(.playlist(.entry, Array(Self.media.utf8), url: list), at: .zero)
        _ = process.handle(.stored(present: [:]), at: .zero)
        return process
    }

    private let trouble = DownloadError(.network, "no answer")

    @Test("1.30: The plan lists each part once: key and initialization section first, then the segments in playback order")
    func plan() throws {
        var process = process()
        #expect(process.handle(.go, at: .zero) == [.load(.entry)])
        let actions = process.handle(.playlist(.entry, Array(Self.media.utf8), url: list), at: .zero)
        guard case .store(let plan, let texts) = actions.first, actions.count == 1 else { return _ = Issue.record("\(actions)") }
        #expect(plan.entry == "main.m3u8")
        #expect(plan.duration == 6)
        #expect(plan.resources.map(\.file) == ["key-0.key", "main-1.mp4", "main-2.mp4", "main-3.mp4"])
        #expect(plan.resources.map(\.offset) == [0, 0, 10, 110])
        #expect(plan.resources.map(\.length) == [nil, 10, 100, 50])
        #expect(plan.resources.map(\.seconds) == [0, 0, 4, 2])
        let local = String(decoding: try #require(texts["main.m3u8"]), as: UTF8.self)
        #expect(local.contains("URI=\"key-0.key\""))
        #expect(local.contains("URI=\"main-1.mp4\""))
        #expect(!local.contains("BYTERANGE"))
        #expect(process.handle(.stored(present: [:]), at: .zero) == [.load(.resource(0)), .load(.resource(1))])
    }

    @Test("1.30: Parts load up to the limit in parallel, report progress, and the last one completes the download")
    func progress() {
        var process = loading()
        #expect(process.handle(.finished(0, bytes: 16), at: .zero) == [.load(.resource(2))])
        #expect(process.handle(.finished(1, bytes: 10), at: .zero) == [.load(.resource(3))])
        _ = process.handle(.received(2, bytes: 50), at: .zero)
        #expect(process.progress == DownloadProgress(bytes: 76, seconds: 2, fraction: 1.0 / 3))
        #expect(process.handle(.finished(3, bytes: 50), at: .zero).isEmpty)
        #expect(process.handle(.finished(2, bytes: 100), at: .zero) == [.complete])
        #expect(process.progress == DownloadProgress(bytes: 176, seconds: 6, fraction: 1))
    }

    @Test("1.30: A temporary failure is retried with growing delays beside other parts, and finally fails the download")
    func retries() {
        var process = loading { $0.retryDelays = [1, 2] }
        let failed = DownloadStateMachine.Event.failed(.resource(0), trouble, canRetry: true, retryAfter: nil)
        #expect(process.handle(failed, at: .zero) == [.load(.resource(2)), .wake(at: .zero + 1)])
        #expect(process.handle(.finished(1, bytes: 10), at: .zero + 0.5) == [.load(.resource(3)), .wake(at: .zero + 1)])
        #expect(process.handle(.finished(3, bytes: 50), at: .zero + 0.6) == [.wake(at: .zero + 1)])
        #expect(process.handle(.woken, at: .zero + 1) == [.load(.resource(0))])
        #expect(process.handle(failed, at: .zero + 1) == [.wake(at: .zero + 3)])
        #expect(process.handle(.woken, at: .zero + 3) == [.load(.resource(0))])
        #expect(process.handle(failed, at: .zero + 3) == [.stop, .fail(trouble)])
        #expect(process.handle(.go, at: .zero + 9) == [.load(.resource(0)), .load(.resource(2))])
    }

    @Test("1.30: An unresponsive URL is retried once, but parts of a known download as often as usual") func silence() {
        var process = process()
        _ = process.handle(.go, at: .zero)
        let silent = DownloadStateMachine.Event.failed(.entry, trouble, canRetry: true, retryAfter: nil, isSilent: true)
        #expect(process.handle(silent, at: .zero) == [.wake(at: .zero + 1)])
        #expect(process.handle(.woken, at: .zero + 1) == [.load(.entry)])
        #expect(process.handle(silent, at: .zero + 11) == [.stop, .fail(trouble)])
        process = loading { $0.retryDelays = [1, 2] }
        let part = DownloadStateMachine.Event.failed(.resource(0), trouble, canRetry: true, retryAfter: nil, isSilent: true)
        _ = process.handle(part, at: .zero)
        for (other, bytes) in [(1, 10), (2, 100), (3, 50)] { _ = process.handle(.finished(other, bytes: bytes), at: .zero) }
        #expect(process.handle(.woken, at: .zero + 1) == [.load(.resource(0))])
        #expect(process.handle(part, at: .zero + 11) == [.wake(at: .zero + 13)])
        #expect(process.handle(.woken, at: .zero + 13) == [.load(.resource(0))])
        #expect(process.handle(part, at: .zero + 23) == [.stop, .fail(trouble)])
    }

    @Test("1.30: Retry-After is respected up to a limit, and permanent failures are not retried")
    func patience() {
        var process = loading()
        #expect(
            process.handle(.failed(.resource(0), trouble, canRetry: true, retryAfter: 30), at: .zero)
                == [.load(.resource(2)), .wake(at: .zero + 30)])
        #expect(process.handle(.failed(.resource(1), trouble, canRetry: true, retryAfter: 4000), at: .zero) == [.stop, .fail(trouble)])
        process = loading()
        #expect(process.handle(.failed(.resource(1), trouble, canRetry: false, retryAfter: nil), at: .zero) == [.stop, .fail(trouble)])
    }

    @Test("1.30: A URL that is not found is not retried, but a missing part is") func missing() {
        let missing = DownloadError(.notFound, "not there")
        var process = process()
        _ = process.handle(.go, at: .zero)
        #expect(process.handle(.failed(.entry, missing, canRetry: false, retryAfter: nil), at: .zero) == [.stop, .fail(missing)])
        process = loading { ($0.retryDelays, $0.retriesOfMissing) = ([1, 2], 1) }
        for (other, bytes) in [(1, 10), (2, 100), (3, 50)] { _ = process.handle(.finished(other, bytes: bytes), at: .zero) }
        let part = DownloadStateMachine.Event.failed(.resource(0), missing, canRetry: false, retryAfter: nil)
        #expect(process.handle(part, at: .zero) == [.wake(at: .zero + 1)])
        #expect(process.handle(.woken, at: .zero + 1) == [.load(.resource(0))])
        #expect(process.handle(part, at: .zero + 1) == [.stop, .fail(missing)])
    }

    @Test("1.30: Halting stops everything and ignores late events, and going on loads what is missing")
    func halting() {
        var process = loading()
        _ = process.handle(.finished(0, bytes: 16), at: .zero)
        #expect(process.handle(.halt, at: .zero) == [.stop])
        #expect(process.handle(.halt, at: .zero).isEmpty)
        #expect(process.handle(.finished(1, bytes: 10), at: .zero).isEmpty)
        #expect(process.handle(.woken, at: .zero).isEmpty)
        #expect(process.handle(.go, at: .zero) == [.load(.resource(1)), .load(.resource(2))])
    }

    @Test("1.30: If a file of several parts changes, all its parts are loaded again, and the download fails if it keeps changing")
    func changes() {
        var process = loading { $0.changes = 1 }
        for index in 0...2 { _ = process.handle(.finished(index, bytes: 10), at: .zero) }
        #expect(
            process.handle(.changed(url: "http://localhost/all.mp4"), at: .zero)
                == [.discard([1, 2, 3]), .load(.resource(1)), .load(.resource(2))])
        let actions = process.handle(.changed(url: "http://localhost/all.mp4"), at: .zero)
        guard case .fail(let error) = actions.last else { return _ = Issue.record("\(actions)") }
        #expect(error.code == .changed)
    }

    @Test("1.30: A live stream is refused for any content type, and checked again on the next try")
    func live() {
        var process = process()
        _ = process.handle(.go, at: .zero)
        let growing = Self.media.replacing("#EXT-X-ENDLIST", with: "")
        let actions = process.handle(.playlist(.entry, Array(growing.utf8), url: list), at: .zero)
        #expect(actions == [.stop, .fail(.live(list))])
        #expect(process.handle(.go, at: .zero) == [.load(.entry)])
    }

    @Test("1.30: A plan that could not be stored is made again, and one from an earlier process is only inspected")
    func storing() {
        var process = process()
        _ = process.handle(.go, at: .zero)
        let actions = process.handle(.playlist(.entry, Array(Self.media.utf8), url: list), at: .zero)
        guard case .store(let plan, _) = actions.first else { return _ = Issue.record("\(actions)") }
        let full = DownloadError(.diskFull, "full")
        #expect(process.handle(.notStored(full), at: .zero) == [.stop, .fail(full)])
        #expect(process.handle(.go, at: .zero) == [.load(.entry)])
        var later = DownloadStateMachine(list, policy: DownloadPolicy(), plan: plan)
        #expect(later.handle(.go, at: .zero) == [.inspect(plan)])
        #expect(later.handle(.stored(present: [0: 16, 1: 10, 2: 100]), at: .zero) == [.load(.resource(3))])
    }

    @Test("1.30: An unsupported key fails the download before anything is loaded")
    func keys() {
        var process = process()
        _ = process.handle(.go, at: .zero)
        let foreign = Self.media.replacing("URI=\"k\"", with: "URI=\"skd://k\",KEYFORMAT=\"com.example\"")
        let actions = process.handle(.playlist(.entry, Array(foreign.utf8), url: list), at: .zero)
        guard case .fail(let error) = actions.last else { return _ = Issue.record("\(actions)") }
        #expect(error.code == .key)
        #expect(error.message.contains("com.example"))
    }

    @Test("1.30: The first of several downloads load, and none on a network that the policy excludes")
    func admission() {
        let admission = DownloadAdmission(limit: 2, policy: DownloadNetworkPolicy(allowsConstrained: true))
        #expect(admission.waits(["a", "b", "c"], on: .init()) == ["c": .turn])
        #expect(admission.waits(["a"], on: .init(isExpensive: true)) == ["a": .network])
        #expect(admission.waits(["a"], on: .init(isReachable: false)) == ["a": .network])
        #expect(admission.waits(["a"], on: .init(isConstrained: true)).isEmpty)
    }

    @Test("1.30: No remote name becomes a path", arguments: ["../../etc/passwd", "a/%2e%2e/b.ts", "x.m3u8", "y.t/s", "z.a-b"])
    func names(name: String) {
        var book = LocalFileMap()
        let file = book.file(of: URIReference(name, base: "http://localhost/"), nil, track: "main", seconds: 1)
        #expect(file.hasPrefix("main-0."))
        #expect(!file.contains("/"))
        #expect(!file.hasSuffix("m3u8"))
    }
}
