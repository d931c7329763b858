// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A store as one line of a configuration: a folder, or `s3://bucket/prefix?endpoint=https://host&region=name`.
///
/// S3 credentials are read from the environment (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`), so that the setting contains no secret.
public enum StorageSetting {
    /// - Throws: ``StorageError`` if the setting is invalid.
    public static func open(
        _ setting: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> any EnumerableStorage {
        guard setting.hasPrefix("s3://") else {
            guard !setting.isEmpty, !setting.contains("://") else { throw StorageError.malformed(setting) }
            return try DiskStorage(folder: URL(fileURLWithPath: setting))
        }
        guard let parts = URLComponents(string: setting), let bucket = parts.host, parts.user == nil, parts.password == nil else {
            throw StorageError.malformed("The setting that begins with s3://")
        }
        func parameter(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
        guard let key = environment["AWS_ACCESS_KEY_ID"], let secret = environment["AWS_SECRET_ACCESS_KEY"], !key.isEmpty, !secret.isEmpty
        else { throw StorageError.refused(bucket, "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set") }
        let region = parameter("region") ?? environment["AWS_REGION"] ?? "us-east-1"
        let prefix = parts.path.split(separator: "/").joined(separator: "/")
        guard let name = prefix.isEmpty ? .some(nil) : StorageKey(prefix).map(Optional.some) else { throw StorageError.malformed(setting) }
        return try S3Storage(
            S3Storage.Configuration(
                endpoint: parameter("endpoint") ?? "https://s3.\(region).amazonaws.com", bucket: bucket, region: region, accessKey: key,
                secret: secret, prefix: name))
    }
}
