// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxOrigin

/// The files of a folder as in-memory responses, so that a fault can cut them anywhere.
public struct FilesInMemory: Sendable {
    public let folder: URL

    public init(_ folder: URL) { self.folder = folder }

    public func answer(_ request: OriginRequest) -> OriginResponse {
        let bytes = try? Data(contentsOf: folder.appending(path: String(request.path.dropFirst())))
        return memoryAnswer(bytes.map { [request.path: Array($0)] } ?? [:], to: request)
    }
}

extension FaultyOrigin {
    /// Serves the folder of a generated stream.
    public convenience init(serving stream: GeneratedStream, rules: [FaultRule] = []) async throws {
        let files = FilesInMemory(stream.directory)
        try await self.init(rules: rules) { files.answer($0) }
    }

    /// The URL of a served stream to give to a player.
    public func address(of stream: GeneratedStream) -> String { address + "/" + stream.url.lastPathComponent }
}
