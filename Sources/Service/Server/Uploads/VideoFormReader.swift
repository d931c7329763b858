// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxContract
import WindowboxPackager

/// Receives a form that contains a video's file: streams the file to disk, then moves it into the store as an upload.
struct VideoFormReader {
    let uploadPipeline: UploadPipeline
    /// Checks the fields when the file begins, so that a client that may not create the video needn't send it.
    let check: ([String: String]) async throws -> Void

    /// The limit of a file in bytes; larger files must be sent in parts.
    static let maxBytes = 1 << 30
    private static let maxFieldBytes = 64 << 10

    /// - Returns: the fields, and the id of the upload with the file.
    func read(_ call: AdminContext) async throws -> (fields: [String: String], upload: String) {
        let spool = uploadPipeline.workFolder.appending(path: "windowbox-form-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: uploadPipeline.workFolder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: spool) }
        let (fields, size) = try await receive(call, into: spool)
        guard let size else { throw APIError(.invalidField, "There is no file in the form.", field: "file") }
        return (fields, try await keep(spool, size: size, call))
    }

    private func receive(_ call: AdminContext, into spool: URL) async throws -> ([String: String], Int64?) {
        var reader = try MultipartReader(boundary: MediaTypeCheck.parameter("boundary", of: call.fields[.contentType] ?? "") ?? "")
        var fields: [String: [UInt8]] = [:]
        var name = ""
        var file: FileHandle?
        var size: Int64?
        defer { try? file?.close() }
        func texts() throws(APIError) -> [String: String] {
            var texts: [String: String] = [:]
            for (name, bytes) in fields {
                guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
                    throw APIError(.invalidField, "It is not UTF-8.", field: name)
                }
                texts[name] = text
            }
            return texts
        }
        try await call.stream.read(upTo: Self.maxBytes + (1 << 20)) { buffer in
            for piece in try reader.read(buffer.readableBytesView) {
                switch piece {
                case .part("file", _):
                    guard size == nil else { throw APIError(.invalidField, "There are two files.", field: "file") }
                    try await check(texts())
                    guard FileManager.default.createFile(atPath: spool.path, contents: nil) else { throw StorageError.place(spool.path) }
                    (file, size, name) = (try FileHandle(forWritingTo: spool), 0, "file")
                case .part(let field, _):
                    name = field
                    fields[name] = []
                case .bytes(let bytes) where name == "file":
                    size = (size ?? 0) + Int64(bytes.count)
                    do { try file?.write(contentsOf: Data(bytes)) } catch { throw StorageError.place(spool.path, error) }
                case .bytes(let bytes):
                    fields[name, default: []] += bytes
                    guard fields[name, default: []].count <= Self.maxFieldBytes else {
                        throw APIError(.tooLarge, "It is too long.", field: name)
                    }
                case .partEnd: name = ""
                }
            }
        }
        guard reader.isAtEnd else { throw APIError(.invalidField, "The form ended too early.") }
        return (try texts(), size)
    }

    private func keep(_ spool: URL, size: Int64, _ call: AdminContext) async throws -> String {
        guard size > 0 else { throw APIError(.invalidField, "The file is empty.", field: "file") }
        let upload = try await uploadPipeline.uploads.make(size: size, owner: call.owner, at: call.now)
        do {
            let file = try FileHandle(forReadingFrom: spool)
            defer { try? file.close() }
            var number = 0
            while let part = try file.read(upToCount: Int(upload.partSize)), !part.isEmpty {
                number += 1
                _ = try await uploadPipeline.uploads.put(Array(part), part: number, of: upload.id, owner: call.owner, at: call.now)
            }
            _ = try await uploadPipeline.uploads.complete(upload.id, owner: call.owner, at: call.now)
        } catch {
            try? await uploadPipeline.uploads.remove(upload.id)
            throw error
        }
        return upload.id
    }
}
