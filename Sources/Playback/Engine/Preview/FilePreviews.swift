// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Previews of a file, read through a separate demuxer on a separate thread, so that playback is not disturbed.
final class FilePreviews: Sendable {
    private struct Orders {
        var wanted: Order?
        var number = 0
        var isBusy = false
        var isStopped = false
    }

    private struct Order {
        var time: Double
        var width: Int
        var deinterlacing: Deinterlacing
        var number: Int
    }

    private let orders = Monitor(Orders())
    private let input: TransportInput
    private let report: @Sendable (Preview?, _ number: Int) -> Void

    /// - Parameter report: called once for each request that was not superseded, with nil when there is no frame.
    init(_ input: TransportInput, report: @escaping @Sendable (Preview?, _ number: Int) -> Void) {
        self.input = input
        self.report = report
        WorkerThread.start { [self] in run() }
    }

    /// Requests a preview. Supersedes earlier requests.
    /// - Parameters:
    ///   - time: seconds on the file's timeline.
    ///   - width: pixels.
    /// - Returns: the number of the request, which its answer will carry.
    func want(_ time: Double, width: Int, deinterlacing: Deinterlacing) -> Int {
        orders.change { orders in
            orders.number += 1
            orders.wanted = Order(time: time, width: width, deinterlacing: deinterlacing, number: orders.number)
            endReading(orders)
            return orders.number
        }
    }

    func forget() {
        orders.change { orders in
            orders.wanted = nil
            endReading(orders)
        }
    }

    /// Aborts a read for a superseded request, since the server may never answer.
    private func endReading(_ orders: Orders) { if orders.isBusy { input.interrupt() } }

    func stop() {
        orders.change { $0.isStopped = true }
        input.close()
    }

    private func run() {
        var demuxer: Demuxer?
        while true {
            let order: Order? = orders.wait { orders in
                if orders.isStopped { return .some(nil) }
                guard let wanted = orders.wanted else { return nil }
                orders.wanted = nil
                orders.isBusy = true
                input.resume()
                return wanted
            }
            guard let order else { return }
            var preview: Preview?
            do throws(CodecError) {
                if demuxer == nil { demuxer = try Demuxer(input, container: .file) }
                if let demuxer { preview = try read(demuxer, order) }
            } catch {
                // A new demuxer may still reach data after a damaged part of the file.
                demuxer = nil
                input.rewind()
            }
            input.rest()
            orders.change { $0.isBusy = false }
            report(preview, order.number)
        }
    }

    /// Decodes the keyframe at a time or before it.
    private func read(_ demuxer: Demuxer, _ order: Order) throws(CodecError) -> Preview? {
        try demuxer.seek(to: order.time)
        let track = demuxer.formatsKnown.first { $0.kind == .video }
        while let sample = try demuxer.next() {
            guard sample.format === track, sample.isKey else { continue }
            guard sample.protection == nil else { return nil }
            let place = demuxer.place(of: sample)
            guard let picture = try PictureReader.decode(sample, at: place, deinterlacing: order.deinterlacing) else { continue }
            return Preview(
                picture: try picture.narrowed(to: order.width),
                span: TimeRange(start: min(picture.time, order.time), end: max(picture.time, order.time)))
        }
        return nil
    }
}
