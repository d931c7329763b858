// SPDX-License-Identifier: Apache-2.0

extension DateRange {
    /// Takes over what another tag of the same ID says; what is known already stays when the other is silent.
    mutating func add(_ other: DateRange) {
        classification = other.classification ?? classification
        startDate = startDate ?? other.startDate
        cue = other.cue ?? cue
        endDate = other.endDate ?? endDate
        duration = other.duration ?? duration
        plannedDuration = other.plannedDuration ?? plannedDuration
        isEndOnNext = isEndOnNext || other.isEndOnNext
        scte35Command = other.scte35Command ?? scte35Command
        scte35Out = other.scte35Out ?? scte35Out
        scte35In = other.scte35In ?? scte35In
        interstitial = other.interstitial ?? interstitial
        for attribute in other.clientAttributes {
            if let index = clientAttributes.firstIndex(where: { $0.name == attribute.name }) {
                clientAttributes[index] = attribute
            } else {
                clientAttributes.append(attribute)
            }
        }
    }
}
