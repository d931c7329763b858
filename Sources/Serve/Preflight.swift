// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WindowboxCatalogue
import WindowboxPackager
import WindowboxServer

/// Checks whether the service could run, without changing anything.
struct Preflight {
    private let configuration: ServiceConfiguration

    init(_ configuration: ServiceConfiguration) { self.configuration = configuration }

    /// - Throws: an error if something prevents it; all problems have been printed.
    func run() async throws {
        var faults: [String] = []
        var configuration = configuration
        let isNew = !configuration.isPostgres && !FileManager.default.fileExists(atPath: configuration.database + ".secret")
        do {
            // A secret that will be created needn't exist.
            if configuration.hasSecretFile || configuration.isPostgres || !isNew { try configuration.findSecrets() }
        } catch { faults.append("\(error)") }
        do {
            try configuration.findMail()
            if let fault = await configuration.settings.mail?.fault() { faults.append("mail-server: \(fault)") }
        } catch { faults.append("\(error)") }
        do {
            try configuration.findProviders()
            faults += await configuration.settings.providerFaults().map { "oidc-issuer: \($0)" }
        } catch { faults.append("\(error)") }
        do { try await Catalogue.check(configuration.database) } catch { faults.append("database: \(error)") }
        if let folder = configuration.settings.mediaFolder, FileManager.default.fileExists(atPath: folder) {
            if !FileManager.default.isReadableFile(atPath: folder) { faults.append("media: \(folder) can't be read.") }
        }
        if let store = configuration.settings.importStore, !store.hasPrefix("s3://"), !FileManager.default.isReadableFile(atPath: store) {
            faults.append("import-store: \(store) can't be read.")
        }
        if configuration.makesMedia {
            let missing = MediaPrograms.missing(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
            if !missing.isEmpty {
                faults.append(
                    "\(missing.joined(separator: " and ")) can't be found: install the Debian package ffmpeg, or set workers=0 and live=no."
                )
            } else if let encoders = try? await MediaPrograms.missingEncoders(configuration.packager), !encoders.isEmpty {
                faults.append(
                    "The installed ffmpeg has no \(encoders.joined(separator: " and ")). Install another one, or change video-codecs and surround."
                )
            }
        }
        let hasSandbox = configuration.makesMedia && configuration.settings.sandbox != .off ? await MediaSandbox.works : true
        if !hasSandbox, configuration.settings.sandbox == .required {
            faults.append("media-sandbox: bubblewrap does not work here. Install the Debian package, and allow user namespaces.")
        }
        let files = DescriptorLimit.raise()
        if DescriptorLimit.connections(configuration.settings.maxConnections, files: files) == nil {
            faults.append("connections: only \(files) files may be open. Raise the limit (ulimit -n 65536, or LimitNOFILE).")
        }
        if let fault = Self.bindingFault(configuration.settings.host, configuration.settings.port) { faults.append("listen: \(fault)") }
        guard faults.isEmpty else { throw ProgramFault(faults.joined(separator: "\n")) }
        if !hasSandbox { print("Uploads and live streams will be read without a sandbox: install the Debian package bubblewrap.") }
        print("The service can run at \(configuration.settings.host):\(configuration.settings.port).")
    }

    /// Why the address can't be listened on; nil if it can.
    static func bindingFault(_ host: String, _ port: Int) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0, let first = list?.pointee else { return "\(host): \(String(cString: gai_strerror(status)))" }
        defer { freeaddrinfo(list) }
        let socket = Glibc.socket(first.ai_family, first.ai_socktype, first.ai_protocol)
        guard socket >= 0 else { return String(cString: strerror(errno)) }
        defer { close(socket) }
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        return bind(socket, first.ai_addr, first.ai_addrlen) == 0 ? nil : "\(host):\(port): \(String(cString: strerror(errno)))"
    }
}
