// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// When videos were withdrawn, and the owners of media files.
    static let withdrawal: [SQL] = [
        "CREATE TABLE withdrawal (video TEXT PRIMARY KEY, since BIGINT NOT NULL)",
        "CREATE TABLE video_media (path TEXT NOT NULL, video TEXT NOT NULL, PRIMARY KEY (path, video))",
        "CREATE INDEX video_media_video ON video_media (video)",
    ]

    // Existing data as this version would write it; of files, only those played.
    static let sqliteVisibility: [SQL] = [
        """
        INSERT INTO withdrawal (video, since) SELECT id, 0 FROM resource
        WHERE kind = 'video' AND COALESCE(json_extract(document, '$.blocking_reason'), '') <> ''
        """,
        """
        INSERT INTO withdrawal (video, since)
        SELECT id, CAST(strftime('%s', json_extract(document, '$.available_until')) AS INTEGER) * 1000 FROM resource
        WHERE kind = 'video' AND json_extract(document, '$.available_until') IS NOT NULL
        ON CONFLICT (video) DO NOTHING
        """,
        """
        INSERT INTO video_media (path, video)
        SELECT CASE WHEN instr(file, '/') = 0 THEN file ELSE rtrim(rtrim(file, replace(file, '/', '')), '/') END, id
        FROM (
            SELECT id, substr(json_extract(document, '$.hls_url'), 8) AS file FROM resource
            WHERE kind = 'video' AND json_valid(document) AND json_extract(document, '$.hls_url') LIKE '/media/%'
        ) played WHERE file NOT LIKE 'videos/%'
        """,
    ]

    static let postgresVisibility: [SQL] = [
        """
        INSERT INTO withdrawal (video, since) SELECT id, 0 FROM resource
        WHERE kind = 'video' AND COALESCE(document::json ->> 'blocking_reason', '') <> ''
        """,
        """
        INSERT INTO withdrawal (video, since)
        SELECT id, (EXTRACT(EPOCH FROM (document::json ->> 'available_until')::timestamptz) * 1000)::bigint FROM resource
        WHERE kind = 'video' AND document::json ->> 'available_until' IS NOT NULL
        ON CONFLICT (video) DO NOTHING
        """,
        """
        INSERT INTO video_media (path, video)
        SELECT CASE WHEN strpos(file, '/') = 0 THEN file ELSE regexp_replace(file, '/[^/]*$', '') END, id
        FROM (
            SELECT id, substr(document::json ->> 'hls_url', 8) AS file FROM resource
            WHERE kind = 'video' AND document::json ->> 'hls_url' LIKE '/media/%'
        ) played WHERE file NOT LIKE 'videos/%'
        """,
    ]
}
