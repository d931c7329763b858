// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxStreaming
import WindowboxTransport

/// A transport for files, and for pipes used like files, such as `-` for standard input or a shell's `<(command)`.
///
/// A pipe can be read only once and forwards. Its content is copied to a temporary file with a unique name, which allows seeking and is
/// deleted with this object.
final class PipedFiles: Transport {
    private let files = FileTransport()
    /// The temporary file of each pipe, by its path.
    private let copies = Mutex<[String: String]>([:])

    deinit {
        for path in copies.withLock({ Array($0.values) }) { try? FileManager.default.removeItem(atPath: path) }
    }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let path = request.url == StandardStreams.name ? "/dev/stdin" : request.url
        var opened = request
        opened.url = path
        guard Self.isPipe(path) else { return try await files.open(opened) }
        opened.url = try await copy(of: path)
        var response = try await files.open(opened)
        response.url = request.url
        return response
    }

    /// Whether a file can only be read forwards: a pipe, a terminal or a socket. Follows links.
    static func isPipe(_ path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return false }
        return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(facts.st_mode & S_IFMT)
    }

    /// Reads a pipe to its end.
    static func bytes(ofPipe path: String) throws -> [UInt8] {
        let pipe = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? pipe.close() }
        return Array(try pipe.readToEnd() ?? Data())
    }

    private func copy(of path: String) async throws(TransportError) -> String {
        if let known = copies.withLock({ $0[path] }) { return known }
        let copyPath = FileManager.default.temporaryDirectory.appending(path: "windowbox-pipe-\(UUID().uuidString)").path
        // Waiting for the pipe's writer may take long, so it blocks a separate thread.
        let failure: (any Error)? = await withCheckedContinuation { done in
            DispatchQueue.global().async { done.resume(returning: Self.copy(path, to: copyPath)) }
        }
        if let failure { throw TransportError(.unreadable, url: path, message: failure.localizedDescription) }
        copies.withLock { $0[path] = copyPath }
        return copyPath
    }

    private static func copy(_ path: String, to copyPath: String) -> (any Error)? {
        do {
            let pipe = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? pipe.close() }
            guard FileManager.default.createFile(atPath: copyPath, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteUnknown)
            }
            let copy = try FileHandle(forWritingTo: URL(filePath: copyPath))
            defer { try? copy.close() }
            while let part = try pipe.read(upToCount: 1 << 20), !part.isEmpty { try copy.write(contentsOf: part) }
            return nil
        } catch {
            try? FileManager.default.removeItem(atPath: copyPath)
            return error
        }
    }
}
