// SPDX-License-Identifier: Apache-2.0

/// The state of the next segment, whose URI has not been read yet, and what persists between segments.
struct SegmentState {
    /// Whether a segment tag was seen: later unknown tags belong to segments.
    var hasBegun = false
    /// Whether an EXT-X-KEY was seen.
    var isKeyed = false

    // Until the next URI
    var duration: Double?
    var title = ""
    var byteRange: (length: Int, offset: Int?)?
    var isDiscontinuity = false
    var isGap = false
    var date: Double?
    var parts: [PartialSegment] = []
    var tiles: [Tiles] = []
    var unknownTags: [UnknownTag] = []

    // Until changed
    var keys: [Key] = []
    var map: [InitializationMap] = []
    var bitrate: Int?

    // Running totals
    var start = 0.0
    var discontinuities: UInt64 = 0
    /// The date of the next segment's first sample, once a date has been stated.
    var nextDate: Double?
    /// The index of the first segment with a stated date.
    var firstDated: Int?
    var lastRange: (uri: String, end: Int)?
    var lastPartRange: (uri: String, end: Int)?
    var partsEnd = 0.0

    /// Makes a segment from the state, and starts the next one.
    mutating func take(uri: consuming URIReference, duration: Double, index: Int, sequence: UInt64, byteRange: ByteRange?) -> MediaSegment {
        if isDiscontinuity { discontinuities &+= 1 }
        let ownDate = date ?? nextDate
        if date != nil, firstDated == nil { firstDated = index }
        let segment = MediaSegment(
            uri: uri, duration: duration, start: start, sequence: sequence, discontinuitySequence: discontinuities,
            programDateTime: ownDate, statesProgramDateTime: date != nil, isDiscontinuity: isDiscontinuity, isGap: isGap, title: title,
            byteRange: byteRange, bitrate: byteRange == nil ? bitrate : nil, keys: keys, parts: parts, unknownTags: unknownTags,
            mapTable: map, tileTable: tiles)
        if let ownDate { nextDate = ownDate + duration }
        start += duration
        partsEnd = start
        clear()
        return segment
    }

    private mutating func clear() {
        duration = nil
        isDiscontinuity = false
        isGap = false
        date = nil
        byteRange = nil
        if !title.isEmpty { title = "" }
        if !parts.isEmpty { parts = [] }
        if !tiles.isEmpty { tiles = [] }
        if !unknownTags.isEmpty { unknownTags = [] }
    }
}
