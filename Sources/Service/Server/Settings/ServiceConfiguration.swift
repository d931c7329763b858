// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WindowboxCatalogue
public import WindowboxPackager

/// The program's configuration, from a file, the environment and the command line, in order of increasing priority.
public struct ServiceConfiguration: Sendable {
    /// The path of an SQLite file, or a PostgreSQL URL.
    public var database: String
    public var settings: ServiceSettings
    /// For businesses without a time zone.
    public var days = DayCalendar.utc
    /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
    public var logLevel = "info"
    /// Seconds within which a shutdown must complete.
    public var shutdownSeconds = 20
    /// How videos are packaged.
    public var packager = PackagerSettings()
    /// For the live streams that this process ingests.
    public var live = LiveIngestManager.Configuration()
    /// Nil if it depends on the database.
    var takesLive: Bool?
    var hasLiveHost = false
    var hasLiveListen = false
    /// The file with the secrets, one per line.
    var secretFile: String?
    var mail = MailOptions()
    /// Providers for signing in to Studio, by their numbers.
    var openID: [Int: OpenIDOptions] = [:]

    /// - Parameters:
    ///   - file: a path; nil to read none.
    ///   - environment: `WINDOWBOX_LISTEN` sets `listen`, and so on.
    ///   - arguments: names and values.
    /// - Throws: the first error, with its location.
    public init(
        file: String?, environment: [String: String], arguments: [(name: String, value: String)]
    ) throws(ConfigurationFault) {
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(environment["HOME"] ?? "/var/lib")/.local/share"
        database = "\(data)/windowbox/service.sqlite"
        settings = ServiceSettings(secrets: [])
        settings.drainSeconds = 1
        packager.speechRecognition = .installed(path: environment["PATH"] ?? "")
        if let file {
            for line in try ConfigurationFile.lines(of: file) { try set(line.name, line.value, from: "\(file):\(line.number)") }
        }
        for key in ConfigurationKey.all + OpenIDKeys.further {
            if let value = environment[key.variable] { try set(key.name, value, from: key.variable) }
        }
        for (name, value) in arguments { try set(name, value, from: "--set \(name)") }
        if !hasLiveListen { live.listen = settings.host }
        if !hasLiveHost { live.host = settings.host }
        if settings.mediaFolder == nil, settings.mediaStorage == nil, !isPostgres {
            settings.mediaFolder = URL(fileURLWithPath: database).deletingLastPathComponent().appending(path: "media").path
        }
    }

    /// Whether this process ingests live streams.
    public var isLive: Bool { takesLive ?? !isPostgres }
    /// Whether this process packages videos or ingests live streams, for which it needs ffmpeg.
    public var makesMedia: Bool { storage != nil && (settings.workers > 0 || isLive) }
    /// The media store as `StorageSetting` reads it; nil if there is none.
    public var storage: String? { settings.mediaStorage ?? settings.mediaFolder }
    public var isPostgres: Bool { Catalogue.isPostgres(database) }
    public var hasSecretFile: Bool { secretFile != nil }
    /// The path of the file with the secrets, whether or not it exists; nil if none is set for PostgreSQL.
    public var secretPath: String? { secretFile ?? (isPostgres ? nil : database + ".secret") }

    private mutating func set(_ name: String, _ value: String, from location: String) throws(ConfigurationFault) {
        guard let key = (ConfigurationKey.all + OpenIDKeys.further).first(where: { $0.name == name }) else {
            throw ConfigurationFault(location: location, what: "\"\(name)\" is not a setting.\(ConfigurationKey.suggestion(for: name))")
        }
        guard key.set(&self, value) else { throw ConfigurationFault(location: location, what: "\(key.name) must be \(key.form).") }
    }
}

/// A setting that can't be used.
public struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file and line, the environment variable, or the option.
    public var location: String
    public var what: String
    public var description: String { "\(location): \(what)" }
}
