// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Settings for signing in to Studio with accounts of other providers.
enum OpenIDKeys {
    /// Those of the first provider.
    static let all = keys(of: 1)
    /// Those of further providers, which have the same meanings, such as `oidc-2-issuer`.
    static let further = (2...maxProviders).flatMap(keys)
    private static let maxProviders = 8

    private static func keys(of number: Int) -> [ConfigurationKey] {
        func key(
            _ name: String, _ summary: String, form: String, standard: String,
            _ set: @escaping @Sendable (inout OpenIDOptions, String) -> Bool
        ) -> ConfigurationKey {
            ConfigurationKey(name: OpenIDOptions.name(name, number), summary: summary, form: form, standard: standard) {
                configuration, value in
                set(&configuration.openID[number, default: OpenIDOptions()], value)
            }
        }
        return [
            key(
                "issuer",
                "The address of an OpenID Connect provider with whose accounts people sign in to Studio. Further providers are oidc-2-issuer, "
                    + "oidc-2-client and so on, up to 8.",
                form: "an https address such as https://login.example.org", standard: "none (people sign in with passwords only)"
            ) { options, value in
                options.issuer = value
                return OpenIDOptions.isIssuer(value)
            },
            key(
                "client", "The client ID that the provider has given this service.", form: "a text",
                standard: "none; needed with oidc-issuer"
            ) {
                $0.client = $1
                return isPlain($1)
            },
            key(
                "secret-file", "A file whose first line is the client secret that belongs to oidc-client.", form: "a path",
                standard: "none (a client without a secret)"
            ) { options, value in
                options.secretFile = value
                return !value.isEmpty
            },
            key(
                "secret", "The client secret itself, for the environment. A file is safer.", form: "a text", standard: "none"
            ) { options, value in
                options.secret = value
                return !value.isEmpty && !value.utf8.contains(0)
            },
            key("name", "What the button for signing in calls the provider.", form: "a text", standard: "the provider's host") {
                options, value in
                options.name = value
                return (1...60).contains(value.count)
            },
            key(
                "domains", "The domains of the e-mail addresses with which people may sign in with this provider.",
                form: "domains separated by commas, such as example.org", standard: "any"
            ) { options, value in
                let domains = value.lowercased().split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
                options.domains = domains
                return domains.allSatisfy {
                    $0.contains(".") && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "@") }
                }
            },
            key(
                "role",
                "The role of people who sign in without an invitation. They get an account in oidc-business, if their address is of one of "
                    + "oidc-domains.",
                form: "editor, contributor, moderator, analyst or host",
                standard: "none (only people who were invited to their address sign in)"
            ) { options, value in
                options.role = StudioRole(rawValue: value)
                return options.role?.isKnown == true && options.role != .owner
            },
            key(
                "business", "The business whose people sign in with this provider.", form: "the ID of a business",
                standard: "all; needed with oidc-role"
            ) { options, value in
                options.business = value
                return OpaqueID.isWellFormed(value)
            },
            key(
                "trust-mfa",
                "Whether a second factor that the provider says it has checked (amr contains mfa) counts as the second step of signing in.",
                form: "yes or no", standard: "no (the second step is always taken here)"
            ) { options, value in
                options.trustsSecondFactor = value == "yes"
                return value == "yes" || value == "no"
            },
        ]
    }

    private static func isPlain(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

/// The settings of one provider as they are written, before they are put together.
struct OpenIDOptions: Hashable, Sendable {
    var issuer: String?
    var client: String?
    var secretFile: String?
    var secret: String?
    var name: String?
    var domains: [String] = []
    var role: StudioRole?
    var business: String?
    var trustsSecondFactor = false

    /// The name of a setting of a provider.
    static func name(_ name: String, _ number: Int) -> String { number == 1 ? "oidc-\(name)" : "oidc-\(number)-\(name)" }

    static func isIssuer(_ text: String) -> Bool {
        guard let url = URL(string: text), url.query == nil else { return false }
        return OpenIDSettings(name: "", issuer: text, clientID: "").allows(text)
    }

    /// - Parameter number: that of the provider.
    /// - Throws: the first setting that is missing or can't be used.
    func settings(_ number: Int, publicURL: String?) throws(ConfigurationFault) -> OpenIDSettings {
        func fault(_ key: String, _ what: String) -> ConfigurationFault {
            ConfigurationFault(location: Self.name(key, number), what: what)
        }
        guard let issuer else { throw fault("issuer", "The other settings of the provider need it.") }
        guard let client else { throw fault("client", "The provider needs the client ID that it has given this service.") }
        // The provider sends browsers only to the address that it knows.
        guard publicURL != nil else {
            throw ConfigurationFault(
                location: "public-url", what: "Providers send people back to it. Set it to the address that people use.")
        }
        guard secret == nil || secretFile == nil else { throw fault("secret", "There is a file with the secret, too. Remove one of them.") }
        if role != nil, domains.isEmpty {
            throw fault("domains", "Without them, everybody with an account at the provider would get into Studio. Set your own domains.")
        }
        if role != nil, business == nil { throw fault("business", "Set the ID of the business in which the new people work.") }
        var settings = OpenIDSettings(name: name ?? URL(string: issuer)?.host() ?? issuer, issuer: issuer, clientID: client)
        settings.id = String(number)
        settings.clientSecret = secret
        if let secretFile {
            guard let data = FileManager.default.contents(atPath: secretFile),
                let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first, !line.isEmpty
            else { throw fault("secret-file", "The first line of \(secretFile) must be the secret.") }
            settings.clientSecret = line.trimmingCharacters(in: .whitespaces)
        }
        (settings.domains, settings.role, settings.businessID) = (domains, role, business)
        settings.trustsSecondFactor = trustsSecondFactor
        return settings
    }
}

extension ServiceConfiguration {
    /// Puts the settings of providers together, and reads their files.
    public mutating func findProviders() throws(ConfigurationFault) {
        settings.providers = []
        for (number, options) in openID.sorted(by: { $0.key < $1.key }) {
            settings.providers.append(try options.settings(number, publicURL: settings.publicURL))
        }
    }
}

extension ServiceSettings {
    /// Why people could not sign in with the providers; empty if they can. Reads the documents of each.
    public func providerFaults() async -> [String] {
        var faults: [String] = []
        for provider in providers {
            if let fault = await OpenIDClient(provider, rule: addressRule).fault(at: Date()) { faults.append(fault) }
        }
        return faults
    }
}
