// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxTransport

/// A resource is written to a file ending in `.part`, beside a file ending in `.version` that identifies its version.
extension DownloadDisk {
    struct Partial: Hashable, Sendable {
        var bytes: Int
        var validator: ResourceVersion
    }

    /// The partial file of a resource that can be continued. Removes one that can't.
    func partial(_ name: String, _ file: String) -> Partial? {
        let path = path(name, file)
        if let bytes = size(path + ".part"), bytes > 0, let text = read(path + ".version"), !text.isEmpty,
            let version = ResourceVersion(String(decoding: text, as: UTF8.self))
        {
            return Partial(bytes: bytes, validator: version)
        }
        discardPartial(name, file)
        return nil
    }

    /// Opens the partial file of a resource for appending.
    /// - Parameters:
    ///   - validator: the version about to be loaded, if there is no partial file yet.
    ///   - isSecret: makes it readable only by the owner.
    func begin(_ name: String, _ file: String, validator: ResourceVersion?, isSecret: Bool) throws(DownloadError) -> Int32 {
        let path = path(name, file)
        if let validator, size(path + ".part") == nil { try replace(path + ".version", with: Array(validator.text.utf8)) }
        let opened = Glibc.open(path + ".part", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, isSecret ? 0o600 : 0o644)
        guard opened >= 0 else { throw .disk(errno, path: path) }
        return opened
    }

    func append(_ chunk: ByteChunk, to opened: Int32, of path: String) throws(DownloadError) {
        try admit(chunk.count)
        let before = lseek(opened, 0, SEEK_END)
        defer { count(Int(lseek(opened, 0, SEEK_END) - before)) }
        let outcome: Result<Void, DownloadError> = chunk.withUnsafeBytes { bytes in
            do throws(DownloadError) { return .success(try writing.writeAll(bytes, to: opened, path: path)) } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    func end(_ opened: Int32) { close(opened) }

    /// Completes a resource. Returns its size in bytes.
    func finish(_ name: String, _ file: String) throws(DownloadError) -> Int {
        let path = path(name, file)
        guard rename(path + ".part", path) == 0 else { throw .disk(errno, path: path) }
        unlink(path + ".version")
        return size(path) ?? 0
    }

    func discardPartial(_ name: String, _ file: String) {
        let path = path(name, file)
        count(-(size(path + ".part") ?? 0))
        unlink(path + ".part")
        unlink(path + ".version")
    }

    func discard(_ name: String, _ file: String) {
        discardPartial(name, file)
        let path = path(name, file)
        count(-(size(path) ?? 0))
        unlink(path)
    }
}
