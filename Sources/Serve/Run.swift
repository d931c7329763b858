// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import WindowboxCatalogue
import WindowboxPackager
import WindowboxServer

/// Runs the service until it is stopped.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: "Run the service (the default command).")

    @OptionGroup var options: ConfigurationOptions

    @Flag(help: "Only check whether the service could run, and report what prevents it.")
    var check = false

    func run() async throws {
        var configuration = try options.configuration()
        if check { return try await Preflight(configuration).run() }
        AllocatorTuning.keep()
        let files = DescriptorLimit.raise()
        let requested = configuration.settings.maxConnections
        guard let connections = DescriptorLimit.connections(requested, files: files) else {
            throw ProgramFault(
                "only \(files) files may be open, which leaves none for clients: raise the limit (ulimit -n 65536, or LimitNOFILE)")
        }
        configuration.settings.maxConnections = connections
        if let fault = Preflight.bindingFault(configuration.settings.host, configuration.settings.port) {
            throw ProgramFault(
                "nothing can listen at \(fault): choose another address with --set listen=127.0.0.1:8081, or stop what listens there"
            )
        }
        try configuration.findSecrets()
        try configuration.findMail()
        try configuration.findProviders()
        if let folder = configuration.settings.mediaFolder {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let level = Logger.Level(rawValue: configuration.logLevel) ?? .info
        let logger = Logger(label: "windowbox") { _ in JSONLog(logLevel: level) }
        if connections < requested {
            logger.warning(
                "fewer connections than set, because few files may be open",
                metadata: ["connections": "\(connections)", "files": "\(files)", "setting": "\(requested)"])
        }
        let catalogue = try await Catalogue(configuration.database, days: configuration.days) { record in
            logger.warning(
                "record can't be read", metadata: ["record": "\(record)", "remedy": "Repair or delete it, or restore it from a backup."])
        }
        let media = try ServiceMedia(configuration.settings)
        let studio = (configuration.isLive ? media.kept : nil).map {
            LiveIngestManager(storage: $0, catalogue: catalogue, configuration: configuration.live, logger: logger)
        }
        let service = VideoService(
            catalogue: catalogue, settings: configuration.settings, media: media, packager: configuration.packager, live: studio)
        let server = ServiceServer(service, logger: logger) { [host = configuration.settings.host] port in
            logger.notice("listening", metadata: ["host": "\(host)", "port": "\(port)"])
        }
        let resumption = studio.map { LiveResumption(service, studio: $0, logger: logger) }
        try await resumption?.resume()
        var group = ServiceGroupConfiguration(
            services: (resumption.map { [$0] } ?? []) + [
                Housekeeping(service, logger: logger), LiveTimers(service, logger: logger), ImportWorkers(service, logger: logger),
                WebhookDeliveries(service, logger: logger), MailDelivery(service, logger: logger), server,
            ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownSeconds)
        do { try await ServiceGroup(configuration: group).run() } catch {
            try? await catalogue.close()
            throw error
        }
        try await catalogue.close()
        logger.notice("ended")
    }
}
