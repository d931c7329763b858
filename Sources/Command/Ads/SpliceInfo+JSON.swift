// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

extension SpliceInfo {
    /// Converts a time of the section to seconds on the stream's clock.
    func seconds(_ pts: UInt64) -> Double { Self.seconds(adjusted(pts)) }

    static func seconds(_ ticks: UInt64) -> Double { Double(ticks) / Double(timescale) }
}

extension SpliceCommand {
    /// The name in the standard.
    var name: String {
        switch self {
        case .null: "splice_null"
        case .schedule: "splice_schedule"
        case .insert: "splice_insert"
        case .timeSignal: "time_signal"
        case .bandwidthReservation: "bandwidth_reservation"
        case .custom: "private_command"
        case .unknown: "unknown"
        }
    }
}

extension SpliceInfo.Reading: JSONConvertible {
    var json: JSONTree {
        .record([
            "tableId": 0xFC, "sapType": Int(info.sapType), "protocolVersion": Int(info.protocolVersion),
            "encryptedPacket": info.encryption != nil, "encryptionAlgorithm": info.encryption.map { Int($0.algorithm) },
            "ptsAdjustment": info.ptsAdjustment, "cwIndex": Int(info.cwIndex), "tier": Int(info.tier),
            "spliceCommandType": info.encryption == nil ? Int(info.command.type) : nil,
            "spliceCommandName": info.encryption == nil ? info.command.name : nil, "spliceCommand": info.commandRecord,
            "descriptors": info.descriptors.map { info.record($0) }, "crc32": Int(checksum), "crcValid": isIntact,
            "errors": problems.map { "\($0.message); \($0.remedy)" },
        ])
    }
}

extension SpliceInfo {
    fileprivate var commandRecord: JSONTree {
        switch command {
        case .null, .bandwidthReservation: .object([])
        case .schedule(let events): .record(["events": events.map { record($0, isScheduled: true) }])
        case .insert(let event): record(event, isScheduled: false)
        case .timeSignal(let time): .record(["timeSpecifiedFlag": time != nil, "ptsTime": time, "ptsSeconds": time.map(seconds)])
        case .custom(let identifier, let bytes):
            .record(["identifier": Int(identifier), "bytes": SpliceText.hexadecimal(bytes)])
        case .unknown(_, let bytes): .record(["bytes": SpliceText.hexadecimal(bytes)])
        }
    }

    private func record(_ event: SpliceEvent, isScheduled: Bool) -> JSONTree {
        let time: (name: String, value: JSONTree) = isScheduled ? ("utcSpliceTime", event.time.json) : ("ptsTime", event.time.json)
        return .object([
            ("spliceEventId", Int(event.id).json), ("spliceEventCancelIndicator", event.isCancelled.json),
            ("eventIdComplianceFlag", event.idComplies.json),
            ("outOfNetworkIndicator", event.isOutOfNetwork.json), ("programSpliceFlag", (event.components == nil).json),
            ("durationFlag", (event.duration != nil).json), ("spliceImmediateFlag", event.isImmediate.json), time,
            ("ptsSeconds", isScheduled ? .null : event.time.map(seconds).json),
            (
                "components",
                event.components.map { $0.map { JSONTree.record(["componentTag": Int($0.tag), "time": $0.time]) } }.json
            ),
            (
                "breakDuration",
                event.duration.map {
                    JSONTree.record(["autoReturn": $0.returnsAutomatically, "duration": $0.ticks, "seconds": Self.seconds($0.ticks)])
                }.json
            ),
            ("uniqueProgramId", Int(event.uniqueProgramID).json), ("availNum", Int(event.availNumber).json),
            ("availsExpected", Int(event.availsExpected).json),
        ])
    }

    fileprivate func record(_ descriptor: SpliceDescriptor) -> JSONTree {
        switch descriptor {
        case .avail(let id): .record(["tag": 0, "name": "avail_descriptor", "identifier": "CUEI", "providerAvailId": Int(id)])
        case .dtmf(let preroll, let characters):
            .record(["tag": 1, "name": "DTMF_descriptor", "identifier": "CUEI", "preroll": Int(preroll), "chars": characters])
        case .segmentation(let segmentation): segmentation.json
        case .time(let seconds, let nanoseconds, let offset):
            .record([
                "tag": 3, "name": "time_descriptor", "identifier": "CUEI", "taiSeconds": seconds, "taiNs": Int(nanoseconds),
                "utcOffset": Int(offset),
            ])
        case .audio(let components):
            .record([
                "tag": 4, "name": "audio_descriptor", "identifier": "CUEI",
                "components": components.map {
                    JSONTree.record([
                        "componentTag": Int($0.tag), "isoCode": $0.language, "bitStreamMode": Int($0.bitStreamMode),
                        "numChannels": Int($0.channels), "fullSrvcAudio": $0.isFullService,
                    ])
                },
            ])
        case .unknown(let tag, let identifier, let bytes):
            .record([
                "tag": Int(tag), "name": "private", "identifier": Int(identifier), "bytes": SpliceText.hexadecimal(bytes),
            ])
        }
    }
}

extension SegmentationDescriptor: JSONConvertible {
    var json: JSONTree {
        .record([
            "tag": 2, "name": "segmentation_descriptor", "identifier": "CUEI", "segmentationEventId": Int(eventID),
            "segmentationEventCancelIndicator": isCancelled, "segmentationEventIdComplianceIndicator": idComplies,
            "programSegmentationFlag": components == nil, "segmentationDurationFlag": duration != nil,
            "deliveryNotRestrictedFlag": restrictions == nil,
            "deliveryRestrictions": restrictions.map {
                JSONTree.record([
                    "webDeliveryAllowedFlag": $0.allowsWebDelivery, "noRegionalBlackoutFlag": $0.hasNoRegionalBlackout,
                    "archiveAllowedFlag": $0.allowsArchive, "deviceRestrictions": Int($0.devices),
                ])
            },
            "components": components.map { $0.map { JSONTree.record(["componentTag": Int($0.tag), "ptsOffset": $0.offset]) } },
            "segmentationDuration": duration, "segmentationDurationSeconds": duration.map(SpliceInfo.seconds),
            "segmentationUpid": upid, "segmentationTypeId": Int(type.rawValue), "segmentationType": type.name,
            "opensBreak": type.opensBreak, "closesBreak": type.closesBreak, "segmentNum": Int(segmentNumber),
            "segmentsExpected": Int(segmentsExpected), "subSegmentNum": subSegment.map { Int($0.number) },
            "subSegmentsExpected": subSegment.map { Int($0.expected) },
        ])
    }
}

extension SegmentationUPID: JSONConvertible {
    var json: JSONTree {
        .record([
            "type": Int(type), "typeName": typeName, "length": bytes.count, "value": text, "bytes": SpliceText.hexadecimal(bytes),
            "parts": parts,
        ])
    }
}
