// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Stitched sessions, their beacons, and showings of house ads. These survive the process, but may be lost in a power failure.
    static let ads: [Step] = {
        let tables: [SQL] = [
            """
            CREATE TABLE stitched_session (
                id TEXT PRIMARY KEY, version BIGINT NOT NULL, document TEXT NOT NULL, progress TEXT, touched BIGINT NOT NULL
            )
            """,
            "CREATE INDEX stitched_session_touched ON stitched_session (touched)",
            """
            CREATE TABLE ad_beacon (
                session TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, state BIGINT NOT NULL, owner TEXT NOT NULL,
                lease BIGINT NOT NULL, recorded BIGINT NOT NULL, PRIMARY KEY (session, id)
            )
            """,
            "CREATE INDEX ad_beacon_lease ON ad_beacon (state, lease)",
            "CREATE INDEX ad_beacon_recorded ON ad_beacon (recorded)",
        ]
        let showings: [SQL] = [
            "CREATE TABLE house_ad_showing (campaign TEXT NOT NULL, viewer TEXT NOT NULL, shown BIGINT NOT NULL)",
            "CREATE INDEX house_ad_showing_viewer ON house_ad_showing (campaign, viewer, shown)",
            "CREATE INDEX house_ad_showing_shown ON house_ad_showing (campaign, shown)",
            "CREATE TABLE house_ad_total (campaign TEXT PRIMARY KEY, shown BIGINT NOT NULL)",
        ]
        return [
            Step(name: "ads 1", sqlite: tables, postgres: tables), Step(name: "ads 2", sqlite: showings, postgres: showings),
        ]
    }()
}
