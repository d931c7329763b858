// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxPackager

/// The stores that the contract must hold for.
enum StoreMake: String, CaseIterable, Sendable, CustomStringConvertible {
    case disk, s3

    /// What can be had here.
    static let available: [StoreMake] = S3Server.program == nil ? [.disk] : allCases
    var description: String { rawValue }

    func with(_ body: (any MediaStorage) async throws -> Void) async throws {
        switch self {
        case .disk: try await TemporaryFolder.with { try await body(try DiskStorage(folder: $0.appending(path: "store"))) }
        case .s3:
            let server = try await S3Server.shared()
            var configuration = server.configuration(bucket: try await server.makeBucket())
            configuration.prefix = StorageKey("shared/prefix")
            configuration.partSize = 5 << 20
            configuration.pageSize = 2
            try await body(try S3Storage(configuration))
        }
    }
}

/// A server on this machine that speaks S3 and keeps everything in memory: PyPI's moto, which `Scripts/s3-server.sh` installs outside of
/// the tree. It chooses its port itself and ends with this process.
final class S3Server: Sendable {
    /// nil, with a loud word, where it can't be installed.
    static let program: String? = {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scripts/s3-server.sh").standardized
        let process = Process()
        process.executableURL = script
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let line = text.split(separator: "\n").last else {
            FileHandle.standardError.write(Data("SKIPPED: the tests of S3, because moto can't be installed (Scripts/s3-server.sh).\n".utf8))
            return nil
        }
        return String(line)
    }()

    private static let running = Mutex<Task<S3Server, any Error>?>(nil)

    static func shared() async throws -> S3Server {
        try await running.withLock { running in
            let task = running ?? Task { try await S3Server() }
            running = task
            return task
        }.value
    }

    private let process: Process
    private let input: Pipe
    let endpoint: String

    struct Fault: Error { let what: String }

    private init() async throws {
        guard let program = Self.program else { throw Fault(what: "moto isn't there") }
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        // It reads from here, and ends when this process does.
        input = Pipe()
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            line += String(decoding: data, as: UTF8.self)
        }
        line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard line.hasPrefix("http://") else { throw Fault(what: "moto said \(line)") }
        endpoint = line
    }

    func configuration(bucket: String) -> S3Storage.Configuration {
        S3Storage.Configuration(endpoint: endpoint, bucket: bucket, region: "us-east-1", accessKey: "test-key", secret: "test-secret")
    }

    func makeBucket() async throws -> String {
        let name = "wb-\(UUID().uuidString.lowercased())"
        try await S3Storage(configuration(bucket: name)).makeBucket()
        return name
    }
}
