// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension PlaylistReader {
    mutating func handle(_ tag: Tag, _ value: ByteText, _ column: Int) {
        switch tag {
        case .duration: readDuration(value, column)
        case .byteRange: readByteRange(value, column)
        case .programDateTime: readDate(value, column)
        case .part: readPart(value, column)
        case .key: readKey(value, column)
        case .map: readMap(value, column)
        case .discontinuity: segment.isDiscontinuity = true
        case .gap: segment.isGap = true
        case .bitrate: readBitrate(value, column)
        case .tiles: readTiles(value, column)
        case .dateRange: readDateRange(value, column)
        case .define: readDefine(value, column)
        case .media: readRendition(value, column)
        case .variant, .iFrameVariant, .imageVariant: readVariant(tag, value, column)
        case .sessionData: readSessionData(value, column)
        case .sessionKey: readSessionKey(value, column)
        case .preloadHint: readPreloadHint(value, column)
        case .renditionReport: readRenditionReport(value, column)
        default:
            once(tag)
            handleOnce(tag, value, column)
        }
    }

    private mutating func handleOnce(_ tag: Tag, _ value: ByteText, _ column: Int) {
        switch tag {
        case .header:
            if lineNumber != 1 { deviation(.misplacedTag, 0, "EXTM3U is not on the first line", "write it first, and once") }
        case .version: readVersion(value, column)
        case .start: readStart(value, column)
        case .independentSegments:
            media.isIndependentSegments = true
            multivariant.isIndependentSegments = true
        case .targetDuration: readTargetDuration(value, column)
        case .mediaSequence: readMediaSequence(value, column)
        case .discontinuitySequence: readDiscontinuitySequence(value, column)
        case .endList: media.isEndList = true
        case .playlistType: readPlaylistType(value, column)
        case .iFramesOnly:
            require(4)
            media.isIFramesOnly = true
        case .imagesOnly: media.isImagesOnly = true
        case .partInfo:
            split(value, column)
            // A target of 0 would mean reloading without a pause.
            media.partTarget = decimal("PART-TARGET").flatMap { $0 > 0 ? $0 : nil }
            if media.partTarget == nil { missing("PART-TARGET", .partInfo) }
        case .serverControl: readServerControl(value, column)
        case .skip: readSkip(value, column)
        case .contentSteering: readContentSteering(value, column)
        default: break
        }
    }

    private mutating func once(_ tag: Tag) {
        let bit: UInt64 = 1 << UInt64(tag.rawValue)
        if seen & bit != 0 { deviation(.misplacedTag, 0, "\(tag.name) is duplicated", "write the tag once") }
        seen |= bit
    }

    func hasSeen(_ tag: Tag) -> Bool { seen & 1 << UInt64(tag.rawValue) != 0 }

    /// Records that the current feature needs this protocol version (RFC 8216bis section 8).
    mutating func require(_ version: Int) { requiredVersion = max(requiredVersion, version) }
}
