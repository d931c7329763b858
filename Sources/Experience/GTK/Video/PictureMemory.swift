// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Memory for the pixels of one picture, at an address that does not change.
///
/// It is written under a lock, and read without one: whoever fills it does so before the picture exists that others read.
final class PictureMemory: Sendable {
    let count: Int
    /// As a number: that is what may be handed to other threads.
    private let address: UInt
    private let isFilling = Mutex(())

    init(_ count: Int) {
        self.count = count
        address = UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64))
    }

    deinit { start.deallocate() }

    private var start: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: address)! }

    func fill<Failure: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
        try isFilling.withLock { _ throws(Failure) in try body(UnsafeMutableRawBufferPointer(start: start, count: count)) }
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
