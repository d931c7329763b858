// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

extension TwoStepTests {
    @Test("Secrets are encrypted anew when the service's secret changes") func rotation() async throws {
        try await Self.with { service in
            let enrolled = try await Self.enrolled(service)
            var settings = service.service.settings
            settings.secrets = ["a new secret"] + settings.secrets
            let renewed = VideoService(catalogue: service.catalogue, settings: settings, media: ServiceMedia())
            try await renewed.rotateSecrets()
            let record = try #require(try await service.catalogue.resources.find(PersonRecord.self, id: enrolled.person.id))
            let sealed = try #require(record.secondFactor?.secret)
            #expect(Vault(secrets: ["a new secret"]).open(sealed) == Base32.encoded(enrolled.secret))
            #expect(Vault(secrets: ["a secret of the tests"]).open(sealed) == nil)
        }
    }
}
