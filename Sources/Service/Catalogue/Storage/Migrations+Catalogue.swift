// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// All durable data. Where order matters, PostgreSQL compares text bytewise like SQLite.
    static let catalogue: [Step] =
        [
            Step(name: "catalogue 1", sqlite: sqliteTables + tables, postgres: postgresTables + tables),
            Step(name: "idempotency 1", sqlite: idempotency, postgres: idempotency),
            Step(name: "live 1", sqlite: live, postgres: live),
            Step(name: "platform 1", sqlite: platform, postgres: platform),
            Step(name: "events 1", sqlite: events, postgres: events),
            Step(name: "orders 1", sqlite: orders, postgres: orders),
            Step(name: "health 1", sqlite: health, postgres: health), guests,
            Step(name: "visibility 1", sqlite: withdrawal, postgres: withdrawal, fill: fillVisibility),
            Step(name: "jobs 1", sqlite: endedJobs(position: "instr"), postgres: endedJobs(position: "strpos")),
            Step(name: "contacts 1", sqlite: contacts, postgres: contacts), search,
            Step(name: "reactions 1", sqlite: reactions, postgres: reactions),
            lostWords, Step(name: "follows 1", sqlite: follows, postgres: follows),
        ] + people + [
            Step(name: "campaigns 1", sqlite: campaigns, postgres: campaigns),
            Step(name: "recommendations 1", sqlite: recommendations, postgres: recommendations),
        ]

    /// Renames a member of the campaigns' documents. A quotation mark within a text is escaped, so only the member's name matches.
    private static let campaigns: [SQL] = [
        #"""
        UPDATE resource SET document = replace(document, '"film_url":', '"video_url":') WHERE kind = 'ad_campaign'
        """#
    ]

    private static let events: [SQL] = ["ALTER TABLE event ADD COLUMN watched_ratio DOUBLE PRECISION"]

    private static let idempotency: [SQL] = [
        """
        CREATE TABLE idempotency (
            caller TEXT NOT NULL, name TEXT NOT NULL, fingerprint TEXT NOT NULL, begun BIGINT NOT NULL, answer TEXT,
            PRIMARY KEY (caller, name)
        )
        """,
        "CREATE INDEX idempotency_begun ON idempotency (begun)",
    ]

    private static let tables: [SQL] = [
        "CREATE INDEX resource_parent ON resource (kind, parent, created, id)",
        "CREATE INDEX resource_created ON resource (kind, created, id)",
        "CREATE INDEX resource_link ON resource (link) WHERE link IS NOT NULL",
        "CREATE TABLE indexed (video TEXT PRIMARY KEY, published BIGINT NOT NULL, signature BIGINT NOT NULL, tokens TEXT NOT NULL)",
        """
        CREATE TABLE playlist_item (
            playlist TEXT NOT NULL, position BIGINT NOT NULL, video TEXT NOT NULL, PRIMARY KEY (playlist, position)
        )
        """,
        """
        CREATE TABLE product_key (
            store TEXT NOT NULL, name TEXT NOT NULL, rank BIGINT NOT NULL, product TEXT NOT NULL,
            PRIMARY KEY (store, name, rank, product)
        )
        """,
        "CREATE INDEX product_key_product ON product_key (product)",
        "CREATE INDEX product_key_name ON product_key (name)",
        """
        CREATE TABLE seen (
            guest TEXT NOT NULL, video TEXT NOT NULL, channel TEXT NOT NULL, seen_at BIGINT NOT NULL, PRIMARY KEY (guest, video)
        )
        """,
        "CREATE INDEX seen_channel ON seen (guest, channel, seen_at)",
        """
        CREATE TABLE guest (
            id TEXT PRIMARY KEY, app TEXT NOT NULL, device TEXT, tracking TEXT NOT NULL, created BIGINT NOT NULL, UNIQUE (app, device)
        )
        """,
        "CREATE UNIQUE INDEX event_id ON event (guest, id)",
        "CREATE INDEX event_time ON event (ts)",
        "CREATE INDEX event_attribution ON event (guest, ts) WHERE attributable = 1",
        """
        CREATE TABLE purchase (
            id TEXT PRIMARY KEY, app TEXT NOT NULL, guest TEXT, order_id TEXT NOT NULL, currency TEXT NOT NULL, value BIGINT NOT NULL,
            made BIGINT NOT NULL, attributed_video TEXT, document TEXT NOT NULL, UNIQUE (app, order_id)
        )
        """,
        "CREATE INDEX purchase_guest ON purchase (guest)",
        "CREATE INDEX purchase_made ON purchase (made)",
        """
        CREATE TABLE job (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL, run_at BIGINT NOT NULL,
            lease_until BIGINT, worker TEXT, attempt BIGINT NOT NULL, most_attempts BIGINT NOT NULL, progress DOUBLE PRECISION NOT NULL,
            fault TEXT, created BIGINT NOT NULL, job_key TEXT UNIQUE
        )
        """,
        "CREATE INDEX job_due ON job (kind, state, run_at)",
    ]

    private static let sqliteTables: [SQL] = [
        """
        CREATE TABLE resource (
            n INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, link TEXT, created BIGINT NOT NULL,
            document TEXT NOT NULL, UNIQUE (kind, id)
        )
        """,
        """
        CREATE TABLE token (
            n INTEGER PRIMARY KEY, scope TEXT NOT NULL, kind BIGINT NOT NULL, name TEXT NOT NULL, uses BIGINT NOT NULL,
            UNIQUE (scope, kind, name)
        )
        """,
        """
        CREATE TABLE posting (
            token INTEGER NOT NULL, published BIGINT NOT NULL, video TEXT NOT NULL, signature BIGINT NOT NULL,
            PRIMARY KEY (token, published, video)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE event (
            n INTEGER PRIMARY KEY, guest TEXT NOT NULL, id TEXT NOT NULL, app TEXT NOT NULL, name TEXT NOT NULL, video TEXT, stream TEXT,
            product TEXT, progress BIGINT, ts BIGINT NOT NULL, received BIGINT NOT NULL, attributable BIGINT NOT NULL,
            document TEXT NOT NULL
        )
        """,
        "CREATE VIRTUAL TABLE video_text USING fts5 (caption, hashtags, description, tokenize = 'unicode61 remove_diacritics 2')",
    ]

    private static let postgresTables: [SQL] = [
        """
        CREATE TABLE resource (
            n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind TEXT NOT NULL, id TEXT COLLATE "C" NOT NULL, parent TEXT NOT NULL,
            link TEXT, created BIGINT NOT NULL, document TEXT NOT NULL, UNIQUE (kind, id)
        )
        """,
        """
        CREATE TABLE token (
            n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, scope TEXT NOT NULL, kind BIGINT NOT NULL, name TEXT COLLATE "C" NOT NULL,
            uses BIGINT NOT NULL, UNIQUE (scope, kind, name)
        )
        """,
        """
        CREATE TABLE posting (
            token BIGINT NOT NULL, published BIGINT NOT NULL, video TEXT COLLATE "C" NOT NULL, signature BIGINT NOT NULL,
            PRIMARY KEY (token, published, video) INCLUDE (signature)
        )
        """,
        """
        CREATE TABLE event (
            n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, guest TEXT NOT NULL, id TEXT NOT NULL, app TEXT NOT NULL,
            name TEXT NOT NULL, video TEXT, stream TEXT, product TEXT, progress BIGINT, ts BIGINT NOT NULL, received BIGINT NOT NULL,
            attributable BIGINT NOT NULL, document TEXT NOT NULL
        )
        """,
        "CREATE TABLE video_text (n BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
        "CREATE INDEX video_text_words ON video_text USING GIN (words)",
    ]
}
