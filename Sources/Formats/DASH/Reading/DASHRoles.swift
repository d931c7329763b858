// SPDX-License-Identifier: Apache-2.0

/// What a set is for: the values of its `Role` and `Accessibility` descriptors in the terms of `urn:mpeg:dash:role:2011`.
enum DASHRoles {
    private static let scheme = "urn:mpeg:dash:role:2011"
    /// TV-Anytime's AudioPurposeCS, as DVB-DASH and DASH-IF use it.
    private static let purposes = "urn:tva:metadata:cs:AudioPurposeCS:2007"

    /// - Parameter isText: whether the set has text, for which the purpose "hard of hearing" means captions.
    /// - Returns: the author's roles in their order, then what only the accessibility descriptors state.
    static func all(_ roles: [DASHDescriptor], accessibility: [DASHDescriptor], isText: Bool) -> [String] {
        var all: [String] = []
        func add(_ role: String?) { if let role, !role.isEmpty, !all.contains(role) { all.append(role) } }
        for role in roles where role.scheme == scheme { add(role.value) }
        for descriptor in accessibility {
            if descriptor.scheme == scheme {
                add(descriptor.value)
            } else if descriptor.scheme == purposes {
                switch descriptor.value {
                case "1": add("description")
                case "2": add(isText ? "caption" : "enhanced-audio-intelligibility")
                case "3": add("supplementary")
                case "4": add("commentary")
                default: break
                }
            }
        }
        return all
    }

    /// The media characteristics that HLS renditions state for roles.
    static func characteristics(_ roles: [String], isText: Bool) -> [String] {
        var list: [String] = []
        for role in roles {
            switch role {
            case "description" where !isText: list.append("public.accessibility.describes-video")
            case "enhanced-audio-intelligibility" where !isText: list.append("public.accessibility.enhances-speech-intelligibility")
            case "caption" where isText:
                list += ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
            case "easyreader" where isText: list.append("public.easy-to-read")
            case "commentary": list.append("public.auxiliary-content")
            default: break
            }
        }
        return list
    }

    /// Whether it is neither for a special audience nor beside the main content.
    static func isOrdinary(_ roles: [String]) -> Bool {
        !roles.contains { ["description", "enhanced-audio-intelligibility", "commentary", "sign", "supplementary"].contains($0) }
    }
}
