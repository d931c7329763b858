// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import WindowboxCatalogue
import WindowboxContract
import WindowboxKit
import WindowboxServer

/// The service's program with its own database and the generated streams as its media, started as by an operator.
struct ServedPages: Sendable {
    struct Fault: Error { let what: String }

    let address: String
    let catalogue: Catalogue
    let program: ServiceProgram

    /// Starts it, runs a closure, and ends it.
    static func with(_ body: @Sendable (ServedPages) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-pages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "x.sqlite").path
        let settings = [
            "database=\(database)", "media=\(try GeneratedStreams.directory.path)", "live-ports=0",
            "log-level=notice",
            "tokens-per-minute=10000",
        ]
        let program = ServiceProgram(settings: settings)
        try await program.start()
        do {
            let catalogue = try await Catalogue(database)
            let address = "http://127.0.0.1:\(await program.port)"
            do {
                try await body(ServedPages(address: address, catalogue: catalogue, program: program))
                try await catalogue.close()
            } catch {
                try? await catalogue.close()
                throw error
            }
        } catch {
            await program.end()
            throw error
        }
        await program.end()
    }

    // MARK: Videos

    /// The path of a generated stream below the media.
    static func stream(_ name: String) throws -> String { try GeneratedStreams.named(name).path }

    func makeApp() async throws {
        let now = Date()
        try await catalogue.resources.save(ClientApp(id: "app1", name: "x", createdAt: now), at: now)
        try await catalogue.resources.save(VideoChannel(id: "c1", businessID: "b1", name: "News & more", slug: "news"), at: now)
    }

    /// A video that plays a generated stream.
    /// - Parameter age: Seconds since it was published.
    @discardableResult func makeVideo(
        _ id: String, _ caption: String, stream: String = "vod-cmaf-muxed", age: Double = 60, _ change: (inout Video) -> Void = { _ in }
    ) async throws -> Video {
        var video = Video(id: id, channelID: "c1")
        (video.status, video.caption, video.durationMS) = (.ready, caption, 12_000)
        (video.width, video.height, video.orientation) = (640, 360, .landscape)
        video.publishedAt = Date(timeIntervalSinceNow: -age)
        video.hlsURL = "/media/\(try Self.stream(stream))"
        change(&video)
        try await catalogue.resources.save(video, at: Date())
        return video
    }

    /// The URL of a poster; each number has its own.
    static func poster(_ number: Int) async throws -> String {
        let file = "posters/web-\(number).jpg"
        try await MadePoster.write(number, to: try GeneratedStreams.directory.appending(path: file).path)
        return "/media/\(file)"
    }

    // MARK: Requests

    /// A page as a browser without scripts receives it: its status, fields and text.
    func page(_ path: String, languages: String = "en", accept: String? = nil, etag: String? = nil) async throws -> (
        status: Int, fields: HTTPHeaders, text: String
    ) {
        var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : address + path)
        request.headers.add(name: "Accept-Language", value: languages)
        if let accept { request.headers.add(name: "Accept", value: accept) }
        if let etag { request.headers.add(name: "If-None-Match", value: etag) }
        let answer = try await Self.client.execute(request, timeout: .seconds(60))
        let body = try await answer.body.collect(upTo: 8 << 20)
        return (Int(answer.status.code), answer.headers, String(buffer: body))
    }

    static let client = HTTPClient(configuration: .init(redirectConfiguration: .disallow))

    /// A program that manages the business of the channel.
    func administrator() async throws -> Administrating {
        let (client, secret) = ClientProgram.make(business: "b1", name: "tests", scopes: ClientProgram.allScopes, at: Date())
        _ = try await catalogue.resources.add(Business(id: "b1", name: "b1"), at: Date())
        try await catalogue.resources.save(client, at: Date())
        var request = HTTPClientRequest(url: address + "/oauth/token")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(
            ByteBuffer(string: "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)"))
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let told = try ContractJSON.decode(JSONValue.self, from: String(buffer: try await answer.body.collect(upTo: 1 << 20)))
        guard let token = told["access_token"]?.text else { throw Fault(what: "no token: \(told)") }
        return Administrating(address: address, token: token, client: client.id, secret: secret)
    }
}

/// An administrator's requests.
struct Administrating: Sendable {
    let address: String
    let token: String
    let client: String
    let secret: String

    @discardableResult func call(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: try ContractJSON.text(body)))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
        guard (200..<300).contains(answer.status.code) else {
            throw ServedPages.Fault(what: "\(method) \(path): \(answer.status): \(text)")
        }
        return text.isEmpty ? .null : try ContractJSON.decode(JSONValue.self, from: text)
    }
}
