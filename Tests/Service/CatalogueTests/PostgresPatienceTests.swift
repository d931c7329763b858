// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite(
    "Unresponsive PostgreSQL servers", .serialized, .timeLimit(.minutes(1)), .enabled(if: Make.available.contains(.postgres)))
struct PostgresPatienceTests {
    private static func withStore(
        connections: Int = 1, timeout: Double, _ body: (PostgresStore) async throws -> Void
    ) async throws {
        let setting = try Make.postgres.setting(in: FileManager.default.temporaryDirectory)
        let store = PostgresStore(setting: setting, connections: connections, timeout: timeout)
        do { try await body(store) } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }

    private static func number(_ store: PostgresStore, _ statement: SQL = "SELECT 7") async throws -> Int64? {
        try await store.read { try $0.rows(statement).first?.integer(0) }
    }

    @Test("Connecting times out when the server accepts but says nothing") func silent() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-pg-silent-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(folder.appending(path: ".s.PGSQL.5432").path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0 && listen(listener, 8) == 0)
        // libpq's minimum is two seconds.
        let store = PostgresStore(setting: "host=\(folder.path) user=a dbname=a connect_timeout=2", connections: 1)
        await #expect {
            _ = try await Self.number(store)
        } throws: {
            ($0 as? CatalogueError)?.canRetry == true && "\($0)".contains("can't be reached")
        }
        try await store.close()
    }

    @Test("A slow statement is cancelled, and the next one runs") func slow() async throws {
        try await Self.withStore(timeout: 0.5) { store in
            await #expect {
                _ = try await Self.number(store, "SELECT 1 FROM pg_sleep(60)")
            } throws: {
                ($0 as? CatalogueError)?.canRetry == true && "\($0)".contains("takes too long")
            }
            #expect(try await Self.number(store) == 7)
            // Statements known to take long have no time limit.
            let patient = try await store.write { connection in
                try connection.liftTimeLimit()
                return try connection.rows("SELECT 1 FROM pg_sleep(1.8)").count
            }
            #expect(patient == 1)
            await #expect(throws: CatalogueError.self) { _ = try await Self.number(store, "SELECT 1 FROM pg_sleep(60)") }
        }
    }

    @Test("A statement is sent over another connection when one is dead") func stopped() async throws {
        try await Self.withStore(timeout: 0.5) { store in
            let process = pid_t(try #require(try await Self.number(store, "SELECT pg_backend_pid()")))
            // Only root may be allowed to stop it: then there is nothing to test.
            guard kill(process, SIGSTOP) == 0 else { return }
            defer { kill(process, SIGCONT) }
            let other = try await Self.number(store, "SELECT pg_backend_pid()")
            #expect(other != nil)
            #expect(other != Int64(process))
        }
    }

    @Test("A statement whose connection dies midway fails, and is not repeated") func midst() async throws {
        try await Self.withStore(timeout: 0.5) { store in
            let process = pid_t(try #require(try await Self.number(store, "SELECT pg_backend_pid()")))
            defer { kill(process, SIGCONT) }
            await #expect {
                _ = try await store.read { connection in
                    guard kill(process, SIGSTOP) == 0 else { throw CatalogueError.unreachable("it can't be stopped: it gave no answer") }
                    return try connection.rows("SELECT 1").count
                }
            } throws: {
                "\($0)".contains("did not respond")
            }
            #expect(try await Self.number(store) == 7)
        }
    }

    @Test("Waiting for a connection times out when all are in use") func crowded() async throws {
        try await Self.withStore(timeout: 0.6) { store in
            let (holding, held) = AsyncStream.makeStream(of: Void.self)
            let isOver = DispatchSemaphore(value: 0)
            let holder = Task {
                try await store.read { _ in
                    held.yield()
                    isOver.wait()
                }
            }
            for await _ in holding { break }
            await #expect {
                _ = try await Self.number(store)
            } throws: {
                ($0 as? CatalogueError)?.canRetry == true && "\($0)".contains("all connections are in use")
            }
            let cancelled = Task { try await Self.number(store) }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            isOver.signal()
            try await holder.value
            #expect(try await Self.number(store) == 7)
        }
    }
}
