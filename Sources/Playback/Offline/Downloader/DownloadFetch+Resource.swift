// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming
import WindowboxTransport

extension DownloadFetch {
    /// Why a resource could not be loaded.
    private enum LoadFailure: Error {
        case transport(TransportError)
        case disk(DownloadError)
        /// The server has a different version than the known one.
        case otherVersion(ResourceVersion?)
    }

    /// The result of loading a resource.
    struct ResourceOutcome: Sendable {
        var event: DownloadStateMachine.Event
        /// The version that the server has.
        var version: ResourceVersion?
    }

    /// - Parameters:
    ///   - known: the version at the URL, when other resources are parts of it too.
    ///   - received: called from time to time with the number of bytes present.
    func resource(
        _ resource: DownloadedResource, at index: Int, known: ResourceVersion?, received: @MainActor @Sendable (Int) -> Void
    ) async -> ResourceOutcome {
        let job = DownloadStateMachine.Job.resource(index)
        if let bytes = await disk.size(disk.path(name, resource.file)) {
            return ResourceOutcome(event: .finished(index, bytes: bytes), version: known)
        }
        var version = known
        do throws(LoadFailure) {
            let isKey = resource.key != nil
            let bytes = isKey ? try await loadKey(resource) : try await load(resource, version: &version, received: received)
            return ResourceOutcome(event: .finished(index, bytes: bytes), version: version)
        } catch {
            switch error {
            case .transport(let error): return ResourceOutcome(event: .failed(job, error), version: version)
            case .disk(let error): return ResourceOutcome(event: .failed(job, error), version: version)
            case .otherVersion(let met): return ResourceOutcome(event: .changed(url: resource.url), version: met)
            }
        }
    }

    private func loadKey(_ resource: DownloadedResource) async throws(LoadFailure) -> Int {
        guard let key = resource.key, let encryption = SegmentEncryption(method: key.method, url: resource.url, format: key.format) else {
            throw .disk(
                DownloadError(
                    .unsupported, "The encryption method \(resource.key?.method ?? "of this resource") is not supported.", url: resource.url
                ))
        }
        let bytes: [UInt8]
        do throws(TransportError) { bytes = try await keys.key(for: KeyRequest(encryption, referrer: address)) } catch {
            throw .transport(error)
        }
        do throws(DownloadError) {
            await disk.discardPartial(name, resource.file)
            let file = try await disk.begin(name, resource.file, validator: nil, isSecret: true)
            do throws(DownloadError) { try await disk.append(ByteChunk(bytes), to: file, of: disk.path(name, resource.file)) } catch {
                await disk.end(file)
                throw error
            }
            await disk.end(file)
            return try await disk.finish(name, resource.file)
        } catch { throw .disk(error) }
    }

    private func load(
        _ resource: DownloadedResource, version: inout ResourceVersion?, received: @MainActor @Sendable (Int) -> Void
    ) async throws(LoadFailure) -> Int {
        let partial = await disk.partial(name, resource.file)
        let start = partial?.bytes ?? 0
        if let length = resource.length, start == length { return try await finish(resource) }
        var request = request(resource.url)
        if start > 0 || resource.offset > 0 || resource.length != nil {
            let offset = resource.offset + start
            request.span = ByteSpan(offset: offset, length: resource.length.map { $0 - start } ?? .max - offset)
        }
        if let partial { request.headers["If-Range"] = partial.validator.text }
        let response: TransportResponse
        do throws(TransportError) { response = try await transport.open(request) } catch {
            // There is nothing left to request, or the partial file is longer than the server's version.
            guard error.status == 416, let partial else { throw .transport(error) }
            // The process may have exited between the last byte and the renaming of the file.
            if resource.length == nil, try await isWhole(partial, of: resource) { return try await finish(resource) }
            await disk.discardPartial(name, resource.file)
            throw .otherVersion(nil)
        }
        let met = ResourceVersion(response.headers)
        if let partial, met != partial.validator {
            response.body.cancel()
            await disk.discardPartial(name, resource.file)
            throw .otherVersion(met)
        }
        if let known = version, let met, known != met {
            response.body.cancel()
            throw .otherVersion(met)
        }
        version = met ?? version
        return try await write(response, resource, start: start, version: met, received: received)
    }

    /// Whether the partial file is complete. Requests its last byte to compare the version and the length.
    private func isWhole(_ partial: DownloadDisk.Partial, of resource: DownloadedResource) async throws(LoadFailure) -> Bool {
        var request = request(resource.url)
        request.span = ByteSpan(offset: resource.offset + partial.bytes - 1, length: 1)
        request.headers["If-Range"] = partial.validator.text
        do throws(TransportError) {
            let response = try await transport.open(request)
            response.body.cancel()
            let total = response.headers["Content-Range"]?.split(separator: "/").last.flatMap { Int($0) }
            return ResourceVersion(response.headers) == partial.validator && total == resource.offset + partial.bytes
        } catch {
            guard error.status == 416 else { throw .transport(error) }
            return false
        }
    }

    private func write(
        _ response: TransportResponse, _ resource: DownloadedResource, start: Int, version: ResourceVersion?,
        received: @MainActor @Sendable (Int) -> Void
    ) async throws(LoadFailure) -> Int {
        let file: Int32
        do throws(DownloadError) {
            if start == 0 { await disk.discardPartial(name, resource.file) }
            file = try await disk.begin(name, resource.file, validator: version, isSecret: false)
        } catch { throw .disk(error) }
        var count = start
        var reported = start
        var loadFailure: LoadFailure?
        let body = response.body.makeAsyncIterator()
        while loadFailure == nil {
            let chunk: ByteChunk?
            do throws(TransportError) { chunk = try await body.next() } catch {
                loadFailure = .transport(error)
                break
            }
            guard let chunk else { break }
            do throws(DownloadError) { try await disk.append(chunk, to: file, of: disk.path(name, resource.file)) } catch {
                loadFailure = .disk(error)
            }
            count += chunk.count
            if count - reported >= 128 << 10 {
                reported = count
                await received(count)
            }
        }
        await disk.end(file)
        if let loadFailure { throw loadFailure }
        if let length = resource.length, count != length {
            throw .transport(
                TransportError(
                    .truncated, url: resource.url, message: "The server has only \(count) of the \(length) bytes declared in the playlist.")
            )
        }
        return try await finish(resource)
    }

    private func finish(_ resource: DownloadedResource) async throws(LoadFailure) -> Int {
        do throws(DownloadError) { return try await disk.finish(name, resource.file) } catch { throw .disk(error) }
    }
}
