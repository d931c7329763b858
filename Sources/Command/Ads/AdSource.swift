// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxAdMarkup
import WindowboxAds
import WindowboxStreaming
import WindowboxTransport

/// Loads ad documents from files and the network.
struct AdSource {
    struct Document {
        var bytes: [UInt8]
        /// The URL after redirects; a local file keeps the name it was given.
        var url: String
    }

    private let transport: RoutingTransport

    init() {
        var configuration = HTTPTransport.Configuration()
        configuration.plainHTTP = .always
        configuration.compression = true
        transport = RoutingTransport(http: HTTPTransport(configuration), files: PipedFiles())
    }

    func load(_ url: String, referrer: String?, timeout: Double, maximumBytes: Int = 8 << 20) async throws(TransportError) -> Document {
        // File names have no query.
        let target = url.contains("://") || url.hasPrefix("data:") ? url : String(url.prefix { $0 != "?" && $0 != "#" })
        let request = TransportRequest(
            url: target, limits: .init(whole: timeout), maximumBytes: maximumBytes, acceptsCompression: true, referrer: referrer)
        let response = try await transport.open(request)
        let bytes = try await response.body.collect()
        return Document(bytes: bytes, url: url.contains("://") ? response.url : url)
    }

    /// Values for the macros of a request.
    private static func macros() -> AdMacroValues {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return AdMacroValues([
            "CACHEBUSTING": .cacheBusting(.random(in: 0...99_999_999)),
            "TIMESTAMP": .timestamp(Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000),
            "LIMITADTRACKING": .number(1),
        ])
    }

    /// Performs a resolution's actions until it is finished.
    func run(_ resolution: inout AdResolution, _ first: AdResolution.Event) async -> (reports: [(VASTErrorCode, [String])], loads: [String])
    {
        var reports: [(VASTErrorCode, [String])] = []
        var loads: [String] = []
        var actions = resolution.handle(first)
        while !actions.isEmpty {
            var open: [AdResolution.Load] = []
            for action in actions {
                switch action {
                case .load(let load): open.append(load)
                case .report(let code, let urls): reports.append((code, urls))
                case .cancel, .finish: break
                }
            }
            actions = []
            for index in open.indices { open[index].url = Self.macros().request(open[index].url) }
            loads += open.map(\.url)
            for event in await results(of: open) { actions += resolution.handle(event) }
        }
        return (reports, loads)
    }

    /// Loads all concurrently and returns the results in the order requested.
    private func results(of loads: [AdResolution.Load]) async -> [AdResolution.Event] {
        await withTaskGroup(of: (Int, AdResolution.Event).self) { group in
            for load in loads { group.addTask { (load.id, await result(of: load)) } }
            var events: [(Int, AdResolution.Event)] = []
            for await event in group { events.append(event) }
            return events.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func result(of load: AdResolution.Load) async -> AdResolution.Event {
        do throws(TransportError) {
            let document = try await self.load(load.url, referrer: load.referrer, timeout: load.timeout, maximumBytes: load.maximumBytes)
            return .received(load: load.id, bytes: document.bytes, url: document.url)
        } catch {
            return .failed(load: load.id, error.cause == .timeout ? .timeout : error.cause == .tooLarge ? .tooLarge : .unavailable)
        }
    }
}
