/** What the service promises, the tests that hold it to that, and the parts of the soak that try it for longer. */
export interface Promised {
  promise: string
  tests: string[]
  soak: string[]
}

export const promises: Promised[] = [
  {
    promise: 'No acknowledged write is lost; a batch is whole or absent.',
    tests: ['server/tests/durability.test.ts', 'server/tests/failover.test.ts'],
    soak: ['durability', 'patroni'],
  },
  {
    promise: 'A retry has one effect.',
    tests: ['server/tests/retries.test.ts'],
    soak: ['retries'],
  },
  {
    promise: 'A message is sent once, however many workers there are and however they end.',
    tests: ['server/tests/message-processes.test.ts'],
    soak: ['messages'],
  },
  {
    promise: 'The undo of an import is exact.',
    tests: ['server/domains/imports/undoing/undo.test.ts'],
    soak: ['undo'],
  },
  { promise: 'Money is conserved.', tests: ['server/tests/money.test.ts'], soak: ['money'] },
  {
    promise: 'The limits of keys are exact, however many processes there are.',
    tests: ['server/tests/limiter.test.ts'],
    soak: ['limiter'],
  },
  {
    promise: 'Workspaces are kept apart.',
    tests: ['server/tests/tenant-matrix.test.ts', 'server/tests/catalogue.test.ts'],
    soak: ['tenants'],
  },
  {
    promise: 'Hidden columns do not leak.',
    tests: ['server/tests/leak-matrix.test.ts', 'server/tests/policies.test.ts'],
    soak: ['policies', 'leaks'],
  },
  {
    promise: 'Keys are shown once, and stored and logged nowhere.',
    tests: ['server/tests/keys-clean.test.ts', 'server/tests/dead-keys.test.ts'],
    soak: [],
  },
  {
    promise: 'Signing in cannot be forced, and does not reveal who has an account.',
    tests: ['server/domains/workspaces/sessions/signins.test.ts'],
    soak: ['signin'],
  },
  {
    promise: 'Other people’s HTML does nothing.',
    tests: [
      'server/domains/comms/threads/sanitize.rules.test.ts',
      'server/platform/markdown.rules.test.ts',
    ],
    soak: ['html'],
  },
  {
    promise: 'No connection that a workspace can direct reaches inside the network.',
    tests: ['server/tests/outbound-ways.test.ts'],
    soak: [],
  },
  {
    promise: 'No file stops the service.',
    tests: ['server/tests/hostile-workbooks.test.ts', 'server/tests/hostile-files.test.ts'],
    soak: ['hostile'],
  },
  {
    promise: 'Files and emails are read the way the programs that wrote them meant them.',
    tests: ['server/tests/foreign-files.test.ts', 'server/tests/foreign-mails.test.ts'],
    soak: ['files', 'mails'],
  },
  {
    promise:
      'A file that somebody sends, however it comes in, is kept as it came, and the app never shows or runs it.',
    tests: ['server/tests/hostile-uploads.test.ts', 'server/domains/records/files/files.test.ts'],
    soak: ['uploads'],
  },
  {
    promise: 'Nothing typed is lost.',
    tests: [
      'web/tests/grid-new-rows.browser.test.ts',
      'web/tests/outage.browser.test.ts',
      'web/tests/typing-on.browser.test.ts',
    ],
    soak: ['typing', 'two'],
  },
  {
    promise:
      'The service starts only with its own key, and as a role that the rules of the database bind.',
    tests: ['server/tests/doctor.test.ts', 'server/tests/pooler.test.ts'],
    soak: [],
  },
  {
    promise: 'A hostile request is refused in the service’s own words, and never fails.',
    tests: ['server/tests/hostile-bodies.test.ts'],
    soak: ['bodies'],
  },
  {
    promise: 'Slow clients keep nobody waiting.',
    tests: ['server/tests/unread-bodies.test.ts'],
    soak: ['sockets'],
  },
  {
    promise:
      'A workspace at its worst slows no other one: its lists take three times as long at most, and its webhooks and emails go out within five seconds.',
    tests: [
      'server/platform/sharing/turns.test.ts',
      'server/platform/outbound/names.test.ts',
      'server/domains/feeds/deliveries.test.ts',
    ],
    soak: ['neighbours'],
  },
  {
    promise:
      'A key that cannot read, a form and a hook get the same answer whether a row or a person that they name is there or not.',
    tests: ['server/domains/ingest/writing/unread-names.test.ts'],
    soak: [],
  },
  {
    promise:
      'A message, a person or a workspace that was erased is in no table, no file and no log line any more, and the chain of history still holds.',
    tests: ['server/domains/erasure/erasure.test.ts'],
    soak: ['erasure'],
  },
  {
    promise: 'Under too much load the service keeps its pace and refuses the rest.',
    tests: ['server/tests/overload.test.ts'],
    soak: ['overload'],
  },
  {
    promise:
      'A statement that takes too long, or a connection to the database that ends, fails only the requests that need it. They write nothing, and all work goes on.',
    tests: [
      'server/tests/failed-exchanges/boards.test.ts',
      'server/tests/failed-exchanges/jobs.test.ts',
      'server/tests/ended-connections.test.ts',
    ],
    soak: ['connections'],
  },
  {
    promise: 'Stopping and replacing a process fails no request.',
    tests: [
      'server/tests/stopping.test.ts',
      'server/tests/process-group.test.ts',
      'server/tests/rolling-restart.test.ts',
      'server/tests/starting.test.ts',
    ],
    soak: ['stopping', 'starts'],
  },
  {
    promise: 'A release takes over a running one’s database without failed requests.',
    tests: ['server/tests/upgrade.test.ts'],
    soak: ['upgrade'],
  },
  {
    promise:
      'An upgrade of PostgreSQL that is killed at any moment leaves the old or the new database in use, whole.',
    tests: ['server/tests/upgrade-database.test.ts', 'server/platform/embedded/swap.test.ts'],
    soak: ['majors'],
  },
  {
    promise:
      'A database that is distributed over a cluster is whole on it, or stays as it was, whenever it is stopped. Workspaces move there while people write, and a node or its coordinator that is lost is replaced by its standby.',
    tests: [
      'server/platform/database/cluster/distribution.rules.test.ts',
      'server/tests/distribute.test.ts',
    ],
    soak: ['cluster'],
  },
  {
    promise: 'A backup restores whole.',
    tests: ['server/tests/backup.test.ts', 'server/tests/bucket-backup.test.ts'],
    soak: ['backup'],
  },
  {
    promise: 'Any moment since a base copy restores as it was.',
    tests: ['server/tests/wal-archive.test.ts'],
    soak: ['moments'],
  },
  {
    promise:
      'History cannot be forged: the service cannot change it, and a chain of hashes shows what others changed.',
    tests: [
      'server/tests/catalogue.test.ts',
      'server/domains/chain/chain.rules.test.ts',
      'server/domains/chain/chain.test.ts',
      'server/tests/verify.test.ts',
    ],
    soak: ['history'],
  },
  {
    promise: 'Secrets at rest are sealed, and their key can be rotated.',
    tests: ['server/tests/doctor.test.ts', 'server/tests/rotate-key.test.ts'],
    soak: ['keys'],
  },
  {
    promise:
      'The client runs where people write programs: Node from 20.3 on, Deno, Bun and browsers, with the usual bundlers.',
    tests: ['sdk/package.test.ts'],
    soak: ['client'],
  },
  {
    promise:
      'Common generators make a client from our OpenAPI document that compiles and tells events apart.',
    tests: ['server/tests/contract-table.test.ts', 'server/tests/event-types.test.ts'],
    soak: ['clients'],
  },
  {
    promise: 'The service runs behind the proxies and under systemd as `deploy/` sets them up.',
    tests: ['server/tests/surroundings.test.ts'],
    soak: ['deploy'],
  },
  {
    promise: 'A release installs with npm and no network, and runs under any Node from 20.19 on.',
    tests: ['server/tests/oldest-node.test.ts', 'server/tests/release.test.ts'],
    soak: ['package'],
  },
  {
    promise:
      'On an empty Debian 12 or 13 with its `nodejs` and `npm`, `npm start` leads to the first row and `npm test` is green, and a release starts where Node is new enough.',
    tests: ['server/tests/oldest-node.test.ts', 'server/tests/release.test.ts'],
    soak: ['bare'],
  },
  {
    promise:
      'Fifteen commands turn an empty Debian into a service behind nginx that can be restored to any moment.',
    tests: ['server/tests/release.test.ts'],
    soak: ['debian'],
  },
  {
    promise: 'The image runs as an ordinary user whose only writable place is its data.',
    tests: ['server/tests/image.test.ts'],
    soak: ['image'],
  },
  {
    promise: 'Pages, dialogs and menus can be used with a keyboard and a screen reader.',
    tests: [
      'web/tests/accessible.browser.test.ts',
      'web/tests/accessible-settings.browser.test.ts',
    ],
    soak: ['dialogs'],
  },
  {
    promise:
      'A full disk, a disk that can suddenly only be read, and wrong clocks lose nothing and let nothing through.',
    tests: ['server/tests/clock-skew.test.ts'],
    soak: ['disk', 'clocks'],
  },
]
