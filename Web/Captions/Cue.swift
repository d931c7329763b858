// SPDX-License-Identifier: Apache-2.0

/// Takes the place of the caption model's cue: CEA-608 has neither identifiers nor regions, images or layers.
struct Cue: Hashable, Sendable {
    var start: MediaTime
    var end: MediaTime
    var settings = CueSettings()
    var text: String
    var tree: [CueNode]
}
