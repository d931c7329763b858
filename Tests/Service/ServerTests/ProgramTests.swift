// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

@testable import WindowboxServer

@Suite("windowbox-service", .serialized, .timeLimit(.minutes(3))) struct ProgramTests {
    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static func settings(_ folder: URL) -> [String] {
        ["--set", "listen=127.0.0.1:0", "--set", "database=\(folder.appending(path: "x.sqlite").path)"]
            + ["--set", "calls-per-second=100000", "--set", "tokens-per-minute=100000"]
    }

    /// Makes requests to a program as tests do to a service in their process.
    private static func client(_ program: StartedProgram, _ folder: URL, secret: String? = nil) async throws -> Client {
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        let client = try await RunningService(catalogue: catalogue, port: program.port, clock: SetClock())
            .client(device: "d1", secret: secret)
        try await catalogue.close()
        return client
    }

    /// `Scripts/kill.sh` sets a higher number.
    private static let rounds = 1...(ProcessInfo.processInfo.environment["WINDOWBOX_KILLS"].flatMap(Int.init) ?? 3)

    /// The acknowledged data.
    private struct Accepted: Hashable, Sendable {
        var events: Set<String> = []
        var orders: Set<String> = []
    }

    @Test("Acknowledged events and orders survive killing the program", arguments: rounds) func killed(round: Int) async throws {
        try await Self.withFolder { folder in
            let first = try await StartedProgram(Self.settings(folder))
            let client = try await Self.client(first, folder)
            let (answers, answer) = AsyncStream<Void>.makeStream()
            // Three tasks send events and two send orders until the program is killed.
            async let accepted = withTaskGroup(of: Accepted.self) { group in
                for side in 0..<3 {
                    group.addTask {
                        var kept = Accepted()
                        for number in 0..<10_000 {
                            let events = (0..<5).map {
                                ViewerEvent(id: "\(side)-\(number)-\($0)", name: .pause, ts: SetClock.noon, videoID: "v1")
                            }
                            guard let reply = try? await client.post("/v1/events", EventBatch(events: events)), reply.status == 202 else {
                                break
                            }
                            kept.events.formUnion(events.map(\.id))
                        }
                        return kept
                    }
                }
                for side in 0..<2 {
                    group.addTask {
                        var kept = Accepted()
                        for number in 0..<10_000 {
                            let order = "o\(side)-\(number)"
                            guard let reply = try? await client.post("/v1/purchases", Self.order(order)), reply.status == 202 else { break }
                            kept.orders.insert(order)
                            answer.yield()
                        }
                        return kept
                    }
                }
                defer { answer.finish() }
                return await group.reduce(into: Accepted()) {
                    $0.events.formUnion($1.events)
                    $0.orders.formUnion($1.orders)
                }
            }
            var count = 0
            for await _ in answers {
                count += 1
                if count == 20 * (1 + (round - 1) % 3) { break }
            }
            #expect(await first.end(SIGKILL) == -SIGKILL)
            let kept = await accepted
            #expect(!kept.events.isEmpty)
            let program = try await StartedProgram(Self.settings(folder))
            let after = try await Self.client(program, folder, secret: client.secret)
            #expect(after.guestID == client.guestID)
            let export = try await after.get("/v1/guests/me").json(JSONValue.self)
            #expect(kept.events.subtracting((export["events"]?.elements ?? []).compactMap { $0["id"]?.text }) == [])
            #expect(kept.orders.subtracting((export["purchases"]?.elements ?? []).compactMap { $0["order"]?["order_id"]?.text }) == [])
            // It ends when told to, with status 0.
            #expect(await program.end(SIGTERM) == 0)
        }
    }

    @Test("Acknowledged upload parts survive killing the program", arguments: rounds)
    func killedUploads(round: Int) async throws {
        try await Self.withFolder { folder in
            let settings = Self.settings(folder) + ["--set", "workers=0", "--set", "media=\(folder.appending(path: "media").path)"]
            let first = try await StartedProgram(settings)
            let manager = try await Self.manager(first, folder)
            let upload = try await manager.send(.POST, "/v1/admin/uploads", json: #"{"file_name":"a.mp4","size":\#(26 << 20)}"#).json(
                Upload.self)
            let (answers, answer) = AsyncStream<Int>.makeStream()
            let path = "/v1/admin/uploads/\(upload.id)"
            async let accepted = withTaskGroup(of: [Int].self) { group in
                for side in 0..<3 {
                    group.addTask {
                        var kept: [Int] = []
                        for number in stride(from: side + 1, through: 3, by: 3) {
                            let bytes = [UInt8](repeating: UInt8(number), count: Int(upload.partSize))
                            let reply = try? await manager.send(path: path + "/parts?number=\(number)", bytes: bytes)
                            guard reply?.status == 200 else { break }
                            kept.append(number)
                            answer.yield(number)
                        }
                        return kept
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            // While further parts are being sent.
            var count = 0
            for await _ in answers {
                count += 1
                if count > round % 2 { break }
            }
            #expect(await first.end(SIGKILL) == -SIGKILL)
            let kept = await accepted
            let program = try await StartedProgram(settings)
            let after = Manager(manager, port: program.port)
            let state = try await after.send(.GET, path).json(Upload.self)
            #expect(Set(kept).subtracting(state.parts) == [])
            // Sends the rest, and compares everything with what was sent.
            for number in 1...4 where !state.parts.contains(number) {
                let size = number == 4 ? (26 << 20) - 3 * Int(upload.partSize) : Int(upload.partSize)
                #expect(
                    try await after.send(path: path + "/parts?number=\(number)", bytes: [UInt8](repeating: UInt8(number), count: size))
                        .status
                        == 200)
            }
            #expect(try await after.send(.POST, path + "/complete").json(Upload.self).parts == Array(1...4))
            let storage = try DiskStorage(folder: folder.appending(path: "media"))
            for object in try await storage.list(below: try #require(StorageKey("uploads/\(upload.id)")))
            where object.key.text.contains("part-") {
                let bytes = try #require(try await storage.bytes(of: object.key))
                let first = try #require(bytes.first)
                #expect(Data(bytes) == Data(repeating: first, count: bytes.count))
                #expect(object.key.text.contains("part-0000\(first)-"))
            }
            #expect(await program.end(SIGTERM) == 0)
        }
    }

    /// A program that manages a business, with the started program's own database.
    private static func manager(_ program: StartedProgram, _ folder: URL) async throws -> Manager {
        let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
        let manager = try await Manager(RunningService(catalogue: catalogue, port: program.port, clock: SetClock()))
        try await catalogue.close()
        return manager
    }

    private static func order(_ id: String) throws -> PurchaseRequest {
        let amount = try #require(Amount("1.5"))
        return PurchaseRequest(
            orderID: id, orderValue: amount, currency: "EUR", subtotal: amount, lineItems: [LineItem(sku: "s", price: amount, quantity: 1)])
    }

    @Test("Requests during shutdown are answered, and the connection is closed") func draining() async throws {
        try await Self.withFolder { folder in
            let program = try await StartedProgram(Self.settings(folder) + ["--set", "drain-seconds=3"])
            let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let answers = try await RawConnection.repeated(program.port, request) { number in
                if number == 1 { program.signal(SIGTERM) }
            }
            // Each was answered, and the last response on this connection announces the close.
            #expect(answers.count > 1)
            #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200") })
            #expect(answers.last?.lowercased().contains("connection: close") == true)
            #expect(await program.status() == 0)
        }
    }

    @Test("Requests in flight and new ones get responses while the service shuts down") func load() async throws {
        try await Self.withFolder { folder in
            // It is killed in the end, so this takes no time.
            let program = try await StartedProgram(Self.settings(folder) + ["--set", "drain-seconds=600"])
            let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let (busy, all) = (Tally(), 24)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<all {
                    group.addTask {
                        let answers = try await RawConnection.repeated(program.port, request) { number in
                            if number == 3, busy.next() == all { program.signal(SIGTERM) }
                        }
                        #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200") })
                        #expect(answers.last?.lowercased().contains("connection: close") == true)
                        let late = try await RawConnection.exchange(program.port, request)
                        #expect(late.hasPrefix("HTTP/1.1 200"), "\(late)")
                    }
                }
                try await group.waitForAll()
            }
            _ = await program.end(SIGKILL)
        }
    }

    @Test("--check says whether the service can run, and creates nothing") func check() async throws {
        try await Self.withFolder { folder in
            let good = try await StartedProgram.run(["--check"] + Self.settings(folder))
            #expect(good.status == 0)
            #expect(good.text.contains("The service can run"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            // Without ffmpeg, no media could be made.
            let bare = try await StartedProgram.run(["--check"] + Self.settings(folder), environment: ["PATH": "/nowhere"])
            #expect(bare.status != 0, "\(bare.text)")
            #expect(bare.text.contains("ffmpeg and ffprobe can't be found"), "\(bare.text)")
            let wrong = try await StartedProgram.run(
                ["--check"] + Self.settings(folder) + ["--set", "listen=256.1.1.1:1", "--set", "media=/x"])
            #expect(wrong.status != 0)
            #expect(wrong.text.contains("listen: 256.1.1.1"))
            let misspelt = try await StartedProgram.run(["--check", "--set", "databse=x"])
            #expect(misspelt.status != 0)
            #expect(misspelt.text.contains("Did you mean \"database\"?"))
            let unreachable = try await StartedProgram.run(
                ["--check", "--set", "listen=127.0.0.1:0", "--set", "database=postgresql://nobody@127.0.0.1:1/x"])
            #expect(unreachable.status != 0)
            #expect(unreachable.text.contains("database: The database can't be reached"))
            #expect(unreachable.text.contains("secret-file"))
        }
    }

    @Test("A port in use and a wrong setting are reported in one line with a remedy") func faults() async throws {
        try await Self.withFolder { folder in
            try await RunningService.with { service in
                let port = try #require(URL(string: service.address)?.port)
                let taken = try await StartedProgram.run(Self.settings(folder) + ["--set", "listen=127.0.0.1:\(port)"])
                #expect(taken.status == 1)
                #expect(taken.text.contains("windowbox serve: nothing can listen at 127.0.0.1:\(port): Address already in use"))
                #expect(taken.text.contains("--set listen="))
            }
            let wrong = try await StartedProgram.run(Self.settings(folder) + ["--set", "listen=somewhere"])
            #expect(wrong.status == 2)
            #expect(wrong.text.hasPrefix("windowbox serve: --set listen"))
        }
    }

    @Test("The help names each setting") func help() async throws {
        let help = try await StartedProgram.run(["--help"])
        #expect(help.status == 0)
        for key in ConfigurationKey.all { #expect(help.text.contains("\(key.name)\n"), "\(key.name)") }
        #expect(help.text.contains("add-client"))
        #expect(help.text.contains("--check"))
    }

    @Test("An added client gets tokens from the running service") func clients() async throws {
        try await Self.withFolder { folder in
            let database = ["--set", "database=\(folder.appending(path: "x.sqlite").path)"]
            let added = try await StartedProgram.run(["add-client", "editor", "--business", "b1", "--scopes", "channels:write"] + database)
            let words = added.text.split(whereSeparator: \.isWhitespace).map(String.init)
            try #require(added.status == 0 && words.count == 4, "\(added.text)")
            let app = try await StartedProgram.run(["add-app", "Shop", "--business", "b1"] + database)
            #expect(app.status == 0)
            let program = try await StartedProgram(Self.settings(folder))
            let catalogue = try await Catalogue(folder.appending(path: "x.sqlite").path)
            let service = RunningService(catalogue: catalogue, port: program.port, clock: SetClock())
            let form = "grant_type=client_credentials&client_id=\(words[1])&client_secret=\(words[3])"
            let token = try await Manager.ask(service, form).json(AdminToken.self)
            #expect(token.scope == "channels:write")
            let made = try await service.send(
                .POST, "/v1/admin/channels", [("Authorization", "Bearer \(token.accessToken)")], json: #"{"name":"x"}"#)
            #expect(made.status == 201)
            let id = app.text.filter { !$0.isWhitespace }
            #expect(try await service.send(.POST, "/v1/auth/guest", json: #"{"app_id":"\#(id)","package_id":"p"}"#).status == 200)
            try await catalogue.close()
            #expect(await program.end(SIGINT) == 0)
            let again = try await StartedProgram.run(["add-client", "x", "--business", "b1", "--scopes", "all"] + database)
            #expect(again.status != 0)
            #expect(again.text.contains("There is no scope all"))
        }
    }
}

/// Counts from 1.
private final class Tally: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
