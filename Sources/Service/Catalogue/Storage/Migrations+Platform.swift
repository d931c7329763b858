// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// Event counts, the webhook outbox, and quotas.
    static let platform: [SQL] = [
        """
        CREATE TABLE tally (
            app TEXT NOT NULL, name TEXT NOT NULL, day BIGINT NOT NULL, video TEXT NOT NULL, product TEXT NOT NULL,
            events BIGINT NOT NULL, total BIGINT NOT NULL, PRIMARY KEY (app, name, day, video, product)
        )
        """,
        """
        INSERT INTO tally (app, name, day, video, product, events, total)
        SELECT app, name, ts / 86400000, COALESCE(video, ''), COALESCE(product, ''), COUNT(*), 0 FROM event
        GROUP BY app, name, ts / 86400000, COALESCE(video, ''), COALESCE(product, '')
        """,
        """
        CREATE TABLE delivery (
            id TEXT PRIMARY KEY, webhook TEXT NOT NULL, business TEXT NOT NULL, state TEXT NOT NULL, run_at BIGINT NOT NULL,
            worker TEXT, attempt BIGINT NOT NULL, created BIGINT NOT NULL, message TEXT NOT NULL, attempts TEXT NOT NULL
        )
        """,
        "CREATE INDEX delivery_due ON delivery (state, run_at)",
        "CREATE INDEX delivery_webhook ON delivery (webhook, created, id)",
        "CREATE INDEX delivery_created ON delivery (created)",
        "CREATE TABLE allowance (name TEXT NOT NULL, taken BIGINT NOT NULL, id TEXT PRIMARY KEY)",
        "CREATE INDEX allowance_name ON allowance (name, taken)",
        "CREATE INDEX allowance_taken ON allowance (taken)",
        "CREATE INDEX guest_app ON guest (app, id)",
    ]
}
