// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension AdMarkupReader {
    mutating func verifications(_ container: MarkupElement, isFromExtension: Bool) -> [VASTVerification] {
        var verifications: [VASTVerification] = []
        for element in container.elements where element.isNamed("Verification") {
            var verification = VASTVerification(vendor: element.value("vendor"), isFromExtension: isFromExtension)
            for child in element.elements {
                switch child.lowercasedName {
                case "javascriptresource":
                    if let url = child.nonEmptyText {
                        let isOptional = flag("browserOptional", of: child)
                        verification.scripts.append(
                            .init(
                                url: url, apiFramework: child.value("apiFramework"), isBrowserOptional: isOptional,
                                type: child.value("type")))
                    }
                case "executableresource":
                    if let url = child.nonEmptyText {
                        verification.executables.append(
                            .init(url: url, apiFramework: child.value("apiFramework"), type: child.value("type")))
                    }
                case "verificationparameters": verification.parameters = verbatim(child)
                case "trackingevents": verification.tracking += tracking(child)
                case "viewableimpression": verification.viewableImpression = viewableImpression(child)
                default: break
                }
            }
            verifications.append(verification)
        }
        return verifications
    }
}
