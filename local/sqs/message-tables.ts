/**
 * The tables. A message is either ready, and then has a turn, or waits (delayed or in flight) until the time `visible`.
 * Turns make queues fair: a message gets its turn when it becomes ready, one after its group's last and never before
 * the current turn. Receiving in the order of turns is a round-robin over the groups. Times are in milliseconds since
 * the epoch.
 */
export const schema = `
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, id TEXT NOT NULL, message_group TEXT,
    body TEXT NOT NULL, source TEXT, trace TEXT,
    turn INTEGER, sent INTEGER NOT NULL, visible INTEGER NOT NULL,
    received INTEGER NOT NULL DEFAULT 0, first_received INTEGER, last_received INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ready ON messages (queue, turn, seq) WHERE turn IS NOT NULL;
  CREATE INDEX IF NOT EXISTS ready_of_group ON messages (queue, message_group, turn) WHERE turn IS NOT NULL;
  CREATE INDEX IF NOT EXISTS waiting ON messages (queue, visible, seq) WHERE turn IS NULL;
  CREATE INDEX IF NOT EXISTS by_age ON messages (queue, sent);
  CREATE TABLE IF NOT EXISTS served (queue TEXT PRIMARY KEY, turn INTEGER NOT NULL) STRICT;
`;

export const statements = {
  insert: `INSERT INTO messages (queue, id, message_group, body, trace, sent, visible) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  expire: `DELETE FROM messages WHERE queue = ? AND sent <= ?`,
  due: `SELECT seq, received FROM messages WHERE queue = ? AND turn IS NULL AND visible <= ? ORDER BY visible, seq`,
  makeReady: `UPDATE messages SET turn = 1 + max(
      coalesce((SELECT turn FROM served WHERE queue = messages.queue), 0),
      coalesce((SELECT max(turn) FROM messages AS ready
        WHERE ready.queue = messages.queue AND ready.message_group = messages.message_group AND turn IS NOT NULL), 0)
    ) WHERE seq = ?`,
  deadLetter: `UPDATE messages SET queue = ?, source = ?, visible = ?, received = 0, first_received = NULL WHERE seq = ?`,
  ready: `SELECT * FROM messages WHERE queue = ? AND turn IS NOT NULL ORDER BY turn, seq LIMIT ?`,
  take: `UPDATE messages SET turn = NULL, visible = ?, received = received + 1, last_received = ?,
    first_received = coalesce(first_received, ?) WHERE seq = ? RETURNING *`,
  serve: `INSERT INTO served VALUES (?1, ?2) ON CONFLICT DO UPDATE SET turn = max(turn, ?2)`,
  nextDue: `SELECT min(visible) AS at FROM messages WHERE queue = ? AND turn IS NULL`,
  change: `UPDATE messages SET visible = ? WHERE seq = ? AND queue = ? AND received = ? AND turn IS NULL`,
  delete: `DELETE FROM messages WHERE seq = ? AND queue = ? AND received = ?`,
  count: `SELECT count(turn) AS ready, count(*) FILTER (WHERE turn IS NULL AND received > 0) AS inFlight,
    count(*) FILTER (WHERE turn IS NULL AND received = 0) AS delayed FROM messages WHERE queue = ?`,
  gauge: `SELECT count(turn) AS ready,
    min(sent) FILTER (WHERE received < 3) AS oldest,
    min(sent) FILTER (WHERE received < 3 AND (message_group IS NULL OR message_group IS NOT (
      SELECT message_group FROM messages WHERE queue = ?1 AND message_group IS NOT NULL GROUP BY message_group
      HAVING count(*) > 10 AND 2 * count(*) > (SELECT count(*) FROM messages WHERE queue = ?1)
    ))) AS oldestQuiet FROM messages WHERE queue = ?1`,
  purge: `DELETE FROM messages WHERE queue = ?`,
  move: `INSERT INTO messages (queue, id, message_group, body, trace, sent, visible)
    SELECT ?1, ?2, message_group, body, trace, ?3, ?3 FROM messages WHERE seq = ?4`,
  remove: `DELETE FROM messages WHERE seq = ?`,
} as const;
