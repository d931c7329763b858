// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxPackager
import WindowboxServiceKit

/// The stores for which all tests of the contract run.
enum StoreMake: String, CaseIterable, Sendable, CustomStringConvertible {
    case disk, s3

    /// The stores available on this machine.
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

extension S3Server {
    func configuration(bucket: String) -> S3Storage.Configuration {
        S3Storage.Configuration(endpoint: endpoint, bucket: bucket, region: "us-east-1", accessKey: "test-key", secret: "test-secret")
    }

    func makeBucket() async throws -> String {
        let name = "wb-\(UUID().uuidString.lowercased())"
        try await S3Storage(configuration(bucket: name)).makeBucket()
        return name
    }
}
