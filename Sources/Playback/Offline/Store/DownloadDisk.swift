// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Glibc
import WindowboxTransport

/// Accesses the files of a downloader's folder on its own queue, because disks may block. Nothing else touches them.
actor DownloadDisk {
    nonisolated let queue = DiskQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// An absolute path without a trailing slash.
    let folder: String
    let writing: DiskWriting
    var quota: Int?
    /// The bytes of all downloads.
    var used = 0
    private var lock: Int32 = -1

    static let suffix = ".windowbox"

    init(folder: String, quota: Int?, writing: DiskWriting = DiskWriting()) {
        self.folder = folder
        self.quota = quota
        self.writing = writing
    }

    deinit { Self.unlock(lock) }

    /// Creates the folder and locks it against other processes.
    func open() throws(DownloadError) {
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw DownloadError(.disk, "The folder \(folder) can't be made: \(error).", url: folder)
        }
        let file = Glibc.open(folder + "/.windowbox-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .disk(errno, path: folder) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            close(file)
            guard cause == EWOULDBLOCK else { throw .disk(cause, path: folder) }
            throw DownloadError(.inUse, "Another downloader has the folder \(folder); end it, or take another folder.", url: folder)
        }
        lock = file
    }

    func shut() {
        Self.unlock(lock)
        lock = -1
    }

    /// Closing alone isn't enough: a child process that was just forked holds a copy of the descriptor, and with it the lock, until it
    /// runs its program.
    private static func unlock(_ file: Int32) {
        guard file >= 0 else { return }
        flock(file, LOCK_UN)
        close(file)
    }

    func count(_ bytes: Int) { used = max(0, used + bytes) }

    /// - Throws: ``DownloadError/Code/quota`` when this many more bytes would exceed the quota.
    func admit(_ bytes: Int) throws(DownloadError) {
        guard let quota, used + bytes > quota else { return }
        throw DownloadError(
            .quota, "\(bytes) bytes more would pass the \(quota) bytes that downloads may take; remove some, or raise the quota.")
    }

    nonisolated func path(_ name: String, _ file: String) -> String { "\(folder)/\(name)/\(file)" }

    // MARK: Small files

    /// Replaces a file atomically: a reader finds either the old or the new one.
    func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o644) throws(DownloadError) {
        let fresh = path + ".new"
        let file = Glibc.open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard file >= 0 else { throw .disk(errno, path: path) }
        do throws(DownloadError) {
            let outcome: Result<Void, DownloadError> = bytes.withUnsafeBytes { bytes in
                do throws(DownloadError) { return .success(try writing.writeAll(bytes, to: file, path: path)) } catch {
                    return .failure(error)
                }
            }
            try outcome.get()
            guard fsync(file) == 0, rename(fresh, path) == 0 else { throw .disk(errno, path: path) }
        } catch {
            close(file)
            unlink(fresh)
            throw error
        }
        close(file)
    }

    /// The content of a file; nil when there is none.
    func read(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    /// The size of a file in bytes; nil when there is none.
    func size(_ path: String) -> Int? {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : nil
    }

    /// The names of the files in a folder.
    func list(_ path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}

/// The queue of a disk.
final class DiskQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "windowbox.downloads")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
