// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxMonitoring

@Suite("Monitoring service", .timeLimit(.minutes(1)))
struct MonitoringServiceTests {
    /// A service that accepts all reports, except where a rule says otherwise.
    private final class Book: Sendable {
        let names = Watched<[String]>([])

        func note(_ request: OriginRequest) -> OriginResponse {
            struct Report: Decodable {
                var eventName: String
                var sessionId: String
            }
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            guard request.method == "POST", request.header("Content-Type") == "application/json",
                let report = try? decoder.decode(Report.self, from: Data(request.body)), !report.sessionId.isEmpty
            else { return .text("no report\n", status: 400) }
            names.change { $0.append(report.eventName) }
            return OriginResponse(status: 204)
        }
    }

    private func report(_ content: MonitoringReport.Content) -> MonitoringReport {
        MonitoringReport(sessionID: "s", timestamp: 1, content: content)
    }

    private func error(_ name: String) -> MonitoringReport { report(.error(ErrorData(message: name, name: name))) }

    private func service(_ origin: FaultyOrigin) -> MonitoringService {
        MonitoringService(
            url: origin.address + "/reports", environment: Sample.environment, transport: HTTPTransport(),
            queue: MonitoringReportQueue(firstDelay: 0.001))
    }

    @Test("1.18: Reports arrive by POST, in order")
    func order() async throws {
        let book = Book()
        let origin = try await FaultyOrigin { book.note($0) }
        let service = service(origin)
        for _ in 0..<20 { service.post(error("e")) }
        await service.flush()
        #expect(book.names.value == Array(repeating: "ERROR", count: 20))
        #expect(service.lostReports == 0)
    }

    @Test("1.18: A service that is busy for a while gets every report, and one that refuses a report does not get it again")
    func busy() async throws {
        let book = Book()
        let asked = Mutex(0)
        let origin = try await FaultyOrigin { request in
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            return count <= 2 ? .text("busy\n", status: 503) : count == 4 ? .text("no\n", status: 403) : book.note(request)
        }
        let service = service(origin)
        for _ in 0..<3 { service.post(error("e")) }
        await service.flush()
        #expect(asked.withLock { $0 } == 5)
        #expect(book.names.value.count == 2)
        #expect(service.lostReports == 1)
    }

    @Test("1.18: An unreachable service is given up")
    func dead() async throws {
        let origin = try await FaultyOrigin { _ in .text("") }
        let service = service(origin)
        await origin.stop()
        for _ in 0..<3 { service.post(error("e")) }
        await service.flush()
        #expect(service.lostReports == 3)
    }

    @MainActor private func player(_ url: String, _ service: MonitoringService, interval: Double = 30) -> Player {
        var configuration = MonitoringTracker.Configuration(service: service, identifier: "urn:1")
        configuration.heartbeatInterval = interval
        let item = PlayerItem.simple(
            url: url,
            trackers: [
                MonitoringTracker.adapter(configuration: configuration) { (_: PlayerMetadata) in MonitoringMetadata(assetURL: url) }
            ])
        return Player(items: [item], configuration: PlayerConfiguration(engine: .init(pace: .asFastAsPossible)))
    }

    @MainActor private func play(_ url: String, _ service: MonitoringService) async -> PlayerError? {
        let player = player(url, service)
        player.play()
        for await _ in player.propertiesUpdates where player.currentItem == nil || player.error != nil { break }
        let identifiers = await player.currentSessionIdentifiers(trackedBy: MonitoringTracker.self)
        #expect(identifiers.count == (player.error == nil ? 0 : 1))
        #expect(identifiers.allSatisfy { $0 == $0.lowercased() && UUID(uuidString: $0) != nil })
        return player.error
    }

    @Test("1.18: Playing an item to its end sends START, HEARTBEAT and STOP")
    @MainActor func playing() async throws {
        let book = Book()
        let origin = try await FaultyOrigin { book.note($0) }
        let service = service(origin)
        #expect(await play(Sample.sound, service) == nil)
        await book.names.reaches { $0 == ["START", "HEARTBEAT", "STOP"] }
    }

    @Test("1.18: Each repetition of an item is a session")
    @MainActor func repeating() async throws {
        let book = Book()
        let origin = try await FaultyOrigin { book.note($0) }
        let service = service(origin)
        let player = player(Sample.sound, service)
        player.repeatMode = .one
        let events = player.events
        player.play()
        for await event in events {
            guard case .didEnd = event else { continue }
            player.repeatMode = .off
            break
        }
        for await _ in player.propertiesUpdates where player.currentItem == nil { break }
        await book.names.reaches { $0.count >= 6 && $0.count.isMultiple(of: 3) && $0.last == "STOP" }
        let names = book.names.value
        #expect(names == (0..<names.count / 3).flatMap { _ in ["START", "HEARTBEAT", "STOP"] })
    }

    @Test("1.18: Heartbeats are sent while the item exists and end with the player")
    @MainActor func heartbeats() async throws {
        let book = Book()
        let origin = try await FaultyOrigin { book.note($0) }
        let service = service(origin)
        var player: Player? = player(Sample.sound, service, interval: 0.01)
        await book.names.reaches { $0.count >= 4 }
        #expect(book.names.value.prefix(4) == ["START", "HEARTBEAT", "HEARTBEAT", "HEARTBEAT"])
        #expect(player?.playbackState == .paused)
        player = nil
        await book.names.reaches { $0.last == "STOP" }
    }

    @Test("1.18: An unplayable item sends START and ERROR, and its session ID can be quoted")
    @MainActor func failing() async throws {
        let book = Book()
        let origin = try await FaultyOrigin { book.note($0) }
        let service = service(origin)
        #expect(await play("data:text/plain,nothing", service) != nil)
        await book.names.reaches { $0 == ["START", "ERROR"] }
    }

    @Test("1.18: A service that never responds does not disturb playback")
    @MainActor func silent() async throws {
        let origin = try await FaultyOrigin { _ in OriginResponse(body: .silence) }
        let service = service(origin)
        #expect(await play(Sample.sound, service) == nil)
        #expect(service.lostReports == 0)
    }
}
