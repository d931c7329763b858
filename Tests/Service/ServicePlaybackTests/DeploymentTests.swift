// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit
import WindowboxPackager
import WindowboxTransport

@Suite("deploy/start.sh", .timeLimit(.minutes(4))) struct DeploymentTests {
    /// nginx, PostgreSQL and two service processes on this machine.
    private final class Deployment: Sendable {
        let folder: URL
        var lines: AsyncStream<String> { program.lines }
        private let program: RunningProgram

        /// - Parameter environment: Variables in addition to the folder of the programs.
        init(_ folder: URL, _ more: [String: String] = [:]) throws {
            self.folder = folder
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../deploy/start.sh").standardized
            let environment = more.merging(["WINDOWBOX_PROGRAMS": RunningProgram.folder.path]) { $1 }
            program = try RunningProgram(script.path, [folder.path, "0"], environment: environment)
        }

        /// Its output until it is ready, by the first word.
        func whenReady() async -> [String: String] {
            var said: [String: String] = [:]
            for await line in lines {
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                if words.count == 3 { said[words[1]] = words[2] }
                said["last"] = line
                if said["ready"] != nil { break }
            }
            return said
        }

        func kill(_ number: Int) throws {
            let text = try String(contentsOf: folder.appending(path: "service-\(number).pid"), encoding: .utf8)
            let id = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(Foundation.kill(id, SIGKILL) == 0)
        }

        func stop() async { await program.end() }
    }

    private struct Guest: Sendable {
        let address: String
        let token: String
        private let transport = RoutingTransport.secure()

        init(_ address: String) async throws {
            let stranger = Guest(address, token: "")
            let answer = try await stranger.ask("/v1/auth/guest", GuestRequest(appID: "app1", deviceID: "d", packageID: "p"))
            self.init(address, token: try ContractJSON.decode(GuestToken.self, from: answer).accessToken)
        }

        private init(_ address: String, token: String) { (self.address, self.token) = (address, token) }

        func ask(_ path: String, _ body: (any Encodable)? = nil) async throws -> Data {
            var request = TransportRequest(url: address + path, method: body == nil ? .get : .post)
            if let body { request.payload = Array(try ContractJSON.encode(body)) }
            if body != nil { request.headers["Content-Type"] = "application/json" }
            if !token.isEmpty { request.headers["Authorization"] = "Bearer \(token)" }
            return Data(try await transport.bytes(of: request))
        }
    }

    /// Whether the required programs are installed; otherwise the test is skipped, and says so.
    private static let isPossible: Bool = {
        let isThere = ["/usr/sbin/nginx", "/usr/lib/postgresql", "/usr/bin/curl"].allSatisfy { FileManager.default.fileExists(atPath: $0) }
        let word = "SKIPPED: deploy/start.sh, because nginx, PostgreSQL or curl is missing.\n"
        if !isThere { FileHandle.standardError.write(Data(word.utf8)) }
        return isThere
    }()

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-deploy-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The database's own user needs access.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        return folder
    }

    /// The output of a program.
    private static func output(_ program: String, _ arguments: [String]) async throws -> String {
        let running = try RunningProgram(program, arguments)
        var text = ""
        for await line in running.lines { text += line + "\n" }
        await running.end()
        return text
    }

    @Test("With a certificate it serves TLS with HSTS, and binds Studio's cookie to it", .enabled(if: isPossible))
    func secure() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key) = (folder.appending(path: "certificate.pem").path, folder.appending(path: "key.pem").path)
        _ = try await Self.output(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                "/CN=localhost",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ])
        let deployment = try Deployment(folder, ["WINDOWBOX_CERTIFICATE": certificate, "WINDOWBOX_KEY": key])
        let address = try #require(await deployment.whenReady()["ready"])
        #expect(address.hasPrefix("https://127.0.0.1:"))
        let answer = try await Self.output("/usr/bin/curl", ["-si", "--cacert", certificate, "\(address)/studio/sign-in"])
        #expect(answer.lowercased().contains("strict-transport-security: max-age=31536000"))
        // Signing out always clears the cookie.
        let cleared = try await Self.output(
            "/usr/bin/curl", ["-si", "--cacert", certificate, "-X", "POST", "-d", "", "\(address)/studio/sign-out"])
        #expect(cleared.contains("__Host-windowbox_studio=;"))
        #expect(cleared.contains("; Secure"))
        await deployment.stop()
    }

    @Test("A feed continues after either of the two processes was killed", .enabled(if: isPossible)) func killed() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let deployment = try Deployment(folder)
        let said = await deployment.whenReady()
        let address = try #require(said["ready"], "\(said)")
        let catalogue = try await Catalogue(try #require(said["database"]))
        let now = Date()
        try await catalogue.resources.save(ClientApp(id: "app1", name: "x", createdAt: now), at: now)
        try await catalogue.resources.save(VideoChannel(id: "c1", businessID: "b1", name: "x", slug: "x"), at: now)
        for number in 0..<40 {
            var video = Video(id: "v\(number)", channelID: "c1")
            (video.status, video.publishedAt) = (.ready, now.addingTimeInterval(Double(-60 * number)))
            try await catalogue.resources.save(video, at: now)
        }
        try await catalogue.close()

        let guest = try await Guest(address)
        var page = try ContractJSON.decode(
            FeedPage.self, from: try await guest.ask("/v1/feeds", FeedRequest(source: .channel("c1"), pageSize: 5)))
        var seen = page.items.compactMap(\.video?.id)
        let feed = page.feedID
        func next() async throws {
            page = try ContractJSON.decode(FeedPage.self, from: try await guest.ask(try #require(page.next)))
            #expect(page.feedID == feed)
            seen += page.items.compactMap(\.video?.id)
        }
        try await next()
        for number in 1...2 {
            try deployment.kill(number)
            // Whichever of them nginx chooses, both pages are served.
            try await next()
            try await next()
            // It is restarted, and serves again before the other is killed.
            for await line in deployment.lines where line.contains("service \(number) is back") { break }
            try await next()
        }
        #expect(seen == (0..<40).map { "v\($0)" }.prefix(seen.count).map { $0 })
        #expect(seen.count == 40)
        // Media are served from the bucket through nginx.
        let setting = try #require(said["media"])
        let keys = ["AWS_ACCESS_KEY_ID": "trying", "AWS_SECRET_ACCESS_KEY": "trying"]
        let storage = try StorageSetting.open(setting, environment: keys)
        try await storage.put(.bytes([1, 2, 3]), at: try #require(StorageKey("x/a.mp4")), type: "video/mp4")
        #expect(try await guest.ask("/media/x/a.mp4") == Data([1, 2, 3]))
        await deployment.stop()
    }
}
