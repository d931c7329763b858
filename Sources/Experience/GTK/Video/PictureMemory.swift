// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Memory for the pixels of one picture, at a fixed address.
///
/// Written under a lock and read without one: it must be filled before the picture is shared.
final class PictureMemory: Sendable {
    let count: Int
    /// Stored as an integer to make it `Sendable`.
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
