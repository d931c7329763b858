// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program under measurement.
final class MeasuredProcess {
    private let process = Process()
    private let ended: AsyncStream<Void>

    /// - Parameter environment: Variables in addition to this program's.
    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (stream, feed) = AsyncStream.makeStream(of: Void.self)
        ended = stream
        process.terminationHandler = { _ in feed.finish() }
        do { try process.runWithSignals() } catch { throw Failure.failed("cannot start \(path): \(error.localizedDescription)") }
    }

    var id: Int32 { process.processIdentifier }

    /// Waits until the program exits.
    func waitUntilExit() async { for await _ in ended {} }

    static var ownPath: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }

    /// The processor time of all current and former threads of a process, in seconds; nil if it does not exist.
    static func cpuTime(of id: Int32) -> Double? {
        var clock = clockid_t()
        var used = timespec()
        guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &used) == 0 else { return nil }
        return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
    }
}

/// The local X server.
enum XServer {
    /// nil without an X server, or if it is remote.
    static var processIdentifier: Int32? {
        guard let display = ProcessInfo.processInfo.environment["DISPLAY"], display.hasPrefix(":") else { return nil }
        return listener(at: "/tmp/.X11-unix/X\(display.dropFirst().prefix { $0.isNumber })")
    }

    /// The process that listens on a socket, according to the kernel, because not every X server writes a lock file with its PID.
    static func listener(at path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
        // Process, user and group id, as in `struct ucred`.
        var peer: [Int32] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<Int32>.size * peer.count)
        guard isConnected, getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer[0] > 0 else { return nil }
        return peer[0]
    }
}
