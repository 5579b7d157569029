import { domainOf, productFiles, type Rule, withoutComments, withoutTemplates } from './tree.ts'

const VERBS =
  'SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|ALTER|CREATE|DROP|SET LOCAL|SET|RESET|SHOW|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|LOCK|GRANT|TRUNCATE'
const SQL_TEXT = new RegExp(`['"\`]\\s*(?:${VERBS})(?= |['"\`\\n])`, 'g')

const place: Rule = {
  name: 'SQL stands in *.sql.ts, and in platform, which opens the door to the database',
  find: (tree) =>
    productFiles(
      tree,
      (path) => path.startsWith('server/') && !/^server\/platform\/|\.sql\.ts$/.test(path),
    ).flatMap(([path, source]) =>
      [...withoutComments(source).matchAll(SQL_TEXT)].map(
        ([found]) => `${path}: ${found.slice(1).trim()}`,
      ),
    ),
  sound: {
    'server/domains/records/a.sql.ts': "tx.run('SELECT 1')",
    'server/platform/a.ts': "client.query('BEGIN')",
    'server/domains/records/a.ts': "const help = 'Select a row and UPDATE it'",
  },
  broken: [
    { 'server/domains/records/a.ts': "tx.run('SELECT 1')" },
    { 'server/domains/records/a.ts': 'tx.queue(`\n  UPDATE rows SET x = 1`)' },
    { 'server/app.ts': "tx.queue('COMMIT')" },
  ],
}

/** The top-level functions of a formatted file: from `export` to the closing brace at the margin. */
const FUNCTION =
  /^export (?:async )?function (\w+)[\s\S]*?^}|^export const (\w+) = [^\n]*=>[\s\S]*?(?=\n\n|\n*$(?![\s\S]))/gm

const oneStatement: Rule = {
  name: 'A function of *.sql.ts sends one statement',
  find: (tree) =>
    productFiles(tree, (path) => path.endsWith('.sql.ts')).flatMap(([path, source]) =>
      [...source.matchAll(FUNCTION)].flatMap(([text, f, c]) => {
        const sent =
          text.match(
            /\b(?:tx\.(?:run|runComposed|queue)|client\.query)\b|(?<![.\w])query(?:<[^\n]*>)?\(/g,
          )?.length ?? 0
        const joined = new RegExp(`;\\s*(?:${VERBS})\\b`).test(text)
        return sent === 1 && !joined
          ? []
          : [`${path}: ${f ?? c} sends ${joined ? 'several' : sent}`]
      }),
    ),
  sound: {
    'server/domains/records/a.sql.ts':
      "export function a(tx: Tx) {\n  tx.run('SELECT 1')\n}\n\nexport const B = `x`\n\nexport const c = (tx: Tx) =>\n  tx.run('SELECT 2')\n",
  },
  broken: [
    {
      'server/domains/records/a.sql.ts':
        "export function a(tx: Tx) {\n  tx.run('SELECT 1')\n  tx.queue('SELECT 2')\n}\n",
    },
    { 'server/domains/records/a.sql.ts': 'export function a() {\n  return 1\n}\n' },
    {
      'server/domains/records/a.sql.ts':
        "export const a = (tx: Tx) => tx.run('SELECT 1; DELETE FROM b')\n",
    },
  ],
}

/**
 * The files that put statements together: for a request, from the fixed texts of records/filters with each value as a
 * parameter; for an index, which takes no parameters, from the same texts and checked ids.
 */
const lists = ['listing', 'figures'].map((name) => `server/domains/records/listing/${name}.sql.ts`)
const builders = [...lists, 'server/domains/records/indexes/column-indexes.sql.ts']

const constants: Rule = {
  name: 'Values reach SQL as parameters: only constants are set into its text',
  find: (tree) =>
    productFiles(tree, (path) => path.endsWith('.sql.ts') && !builders.includes(path)).flatMap(
      ([path, source]) =>
        [...source.matchAll(/\$\{([^}]*)\}/g)]
          .filter(([, inside]) => !/^[A-Z][A-Z0-9_]*$/.test(inside!))
          .map(([found]) => `${path}: ${found}`),
    ),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file
  sound: { 'server/domains/records/a.sql.ts': '`SELECT ${ROW} FROM rows`' },
  lists: [builders],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file
  broken: [{ 'server/domains/records/a.sql.ts': '`SELECT ${column} FROM rows`' }],
}

const built: Rule = {
  name: 'Only the list of rows sends statements that it put together: nothing else is sent unprepared',
  find: (tree) =>
    productFiles(tree, (path) => !lists.includes(path) && path.startsWith('server/')).flatMap(
      ([path, source]) =>
        [...withoutComments(source).matchAll(/\btx\.runComposed\b/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
    ),
  sound: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file
    [lists[0]!]: 'tx.runComposed(`SELECT ${ROW} FROM rows WHERE ${where}`, parameters.values)',
  },
  broken: [{ 'server/domains/records/a.sql.ts': 'tx.runComposed(text, values)' }],
}

/** The files outside their own rooms that may hold stored cells, because they write or project them. */
const cellHolders = [
  'reading/reads.ts',
  'writing/answers.ts',
  'writing/page-records.sql.ts',
  'writing/row-writes.rules.ts',
  'writing/row-writes.ts',
  'writing/stored-records.ts',
  'writing/whole-writes.rules.ts',
].map((name) => `server/domains/ingest/${name}`)

const rawCells: Rule = {
  name: 'Cells are read through the projector: outside of policies and records by those who write them',
  find: (tree) =>
    productFiles(
      tree,
      (path) =>
        path.startsWith('server/') &&
        !['policies', 'records'].includes(domainOf(path) ?? '') &&
        !cellHolders.includes(path),
    ).flatMap(([path, source]) =>
      [...withoutComments(source).matchAll(/\.cells\b|\{[^{}\n]*\bcells\b[^{}\n:]*\}\)? *=/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    ),
  lists: [cellHolders],
  sound: {
    'server/domains/records/a.ts': 'row.cells',
    'server/domains/imports/a.ts': 'const made = { cells: {} }',
  },
  broken: [
    { 'server/domains/imports/a.ts': 'send(row.cells)' },
    { 'server/domains/imports/a.ts': 'const { id, cells } = row' },
  ],
}

const projectedCells: Rule = {
  name: 'Cells become answerable in the projector alone: nothing else is said to be ProjectedCells',
  find: (tree) =>
    productFiles(
      tree,
      (path) => path !== 'server/domains/records/definitions/definition.rules.ts',
    ).flatMap(([path, source]) =>
      [...withoutComments(source).matchAll(/\bas\s+[^\n;,)]*\bProjectedCells\b/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    ),
  sound: {
    'server/domains/records/definitions/definition.rules.ts': 'return projected as ProjectedCells',
    'server/domains/records/a.ts': 'const cells: ProjectedCells = view.project(row.cells, facts)',
  },
  broken: [
    { 'server/domains/records/a.ts': 'return { cells: row.cells as ProjectedCells }' },
    { 'server/domains/imports/a.ts': 'answer(row as unknown as ProjectedCells)' },
  ],
}

const PROJECTION = 'server/domains/accounting/figures/projection.rules.ts'
const seenMoney: Rule = {
  name: 'Money becomes answerable in its projector alone: nothing else is said to be SeenMoney',
  find: (tree) =>
    productFiles(tree, (path) => path !== PROJECTION).flatMap(([path, source]) =>
      [...withoutComments(source).matchAll(/\bas\s+[^\n;,)]*\bSeenMoney\b/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    ),
  sound: {
    [PROJECTION]: 'return money as SeenMoney<T>',
    'server/domains/accounting/a.ts': 'const deal: SeenMoney<Deal> = dealOut(sight, row)',
  },
  broken: [{ 'server/domains/accounting/a.ts': 'return row as unknown as SeenMoney<Deal>' }],
}

const ACTORS = 'server/platform/actor.ts'
const actors: Rule = {
  name: 'Which kinds of actors there are, and how each is named, is known to platform/actor.ts alone',
  find: (tree) =>
    productFiles(tree, (path) => path.startsWith('server/') && path !== ACTORS).flatMap(
      ([path, source]) =>
        [...withoutComments(source).matchAll(KIND_OF_ACTOR)].map(([found]) => `${path}: ${found}`),
    ),
  sound: {
    [ACTORS]: "if (actor.kind === 'user') return 'user:1'",
    'server/domains/records/a.ts': "holdsRole(actor, 'admin') || row.by === actorRef(actor)",
    'server/domains/ingest/a.ts': "const event = { actor: actorRef(actor), subject: 'key:1' }",
  },
  broken: [
    { 'server/domains/records/a.ts': 'switch (actor.kind) {' },
    { 'server/domains/records/a.ts': 'const { kind, workspaceId } = call.actor' },
    { 'server/domains/records/a.ts': "if (who.kind !== 'key') return" },
    { 'server/domains/records/a.ts': "serve({ kind: 'system', workspaceId })" },
    { 'server/domains/records/a.ts': "createdBy: 'user:1'" },
    { 'server/domains/records/a.ts': "by.startsWith('key:')" },
    { 'server/domains/records/a.ts': '/^user:(\\d+)$/.exec(by)' },
    { 'server/domains/records/a.ts': "append(tx, { actor: 'system' })" },
    { 'server/domains/records/a.sql.ts': "`SELECT 'user:' || crm_user_id`" },
  ],
}
const KIND_OF_ACTOR = new RegExp(
  [
    /\bactor\??\.kind\b/,
    /\{[^{}\n]*\bkind\b[^{}\n]*\} = (?:\w+\.)*actor\b/,
    /(?:\.kind [!=]==|\bkind:) '(?:user|key|system)'/,
    /(?<!subject: )[`'^](?:user|key):(?!\/\/)/,
    /\bactor: 'system'/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

const refusalWords: Rule = {
  name: 'What a refusal says is in contract/refusals, and so is why stored work failed: where it happens there is its reason and its values',
  find: (tree) =>
    productFiles(tree, (path) => path.startsWith('server/')).flatMap(([path, commented]) => {
      const source = withoutComments(commented)
      const stored = domainOf(path) ? (source.match(STORED_ERROR) ?? []) : []
      return [...callsOf('new Refusal', source), ...callsOf('failed', source), ...stored]
        .flatMap((call) => call.match(TEXT) ?? [])
        .filter((text) => /[a-z,;:.}] [a-z]/i.test(text))
        .map((text) => `${path}: ${text}`)
    }),
  sound: {
    'server/domains/records/a.ts':
      "throw new Refusal('key_taken', 'definition', { key: keys.join(', ') })\nconst help = 'Choose another.'",
  },
  broken: [
    { 'server/domains/records/a.ts': "throw new Refusal('forbidden', 'Only admins can.')" },
    {
      'server/domains/records/a.ts':
        "new Refusal(\n  'forbidden',\n  'admins',\n  { who: f('only admins') },\n)",
    },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file
    { 'server/app.ts': 'new Refusal(code, `${name} is taken`)' },
    { 'server/domains/imports/a.ts': "throw new BrokenRun(failed('The file is gone.'))" },
    { 'server/domains/comms/a.ts': "return { state: 'failed', error: 'The line broke off.' }" },
    { 'server/domains/comms/a.sql.ts': "`UPDATE a SET error = 'It was given up.'`" },
  ],
}

/** A text where work is stored with why it failed. */
const STORED_ERROR = /\berror(?:: | = )(?:\w+ \?\? )?['"`].*/g

const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** Every call, from its name to its closing parenthesis. */
const callsOf = (name: string, source: string): string[] =>
  source
    .split(`${name}(`)
    .slice(1)
    .map((rest) => {
      let depth = 1
      const end = [...rest].findIndex((char) => {
        if (char === '(') depth++
        if (char === ')') depth--
        return depth === 0
      })
      return rest.slice(0, end)
    })

const clock: Rule = {
  name: 'Domains tell the time by the database, and read settings from what they are given',
  find: (tree) =>
    productFiles(tree, (path) => domainOf(path) !== undefined).flatMap(([path, source]) =>
      [
        ...withoutTemplates(withoutComments(source)).matchAll(
          /Date\.now\(|new Date\(\)|performance\.now\(|process\.env/g,
        ),
      ].map(([found]) => `${path}: ${found}`),
    ),
  sound: { 'server/domains/records/a.ts': 'new Date(0)' },
  broken: [
    { 'server/domains/records/a.ts': 'if (expiresAt < Date.now()) return' },
    { 'server/domains/records/a.ts': 'process.env.PORT' },
  ],
}

const pure: Rule = {
  name: 'Rules decide: they don’t wait, throw dice or ask for the time',
  find: (tree) =>
    productFiles(tree, (path) => path.endsWith('.rules.ts')).flatMap(([path, source]) =>
      [
        ...withoutTemplates(withoutComments(source)).matchAll(
          /\bawait\b|\basync\b|\brandom\w*\(|\bnewId\(|Date\.now\(|new Date\(\)/gi,
        ),
      ].map(([found]) => `${path}: ${found}`),
    ),
  sound: { 'server/domains/records/a.rules.ts': 'export const a = (now: Date) => now' },
  broken: [
    { 'server/domains/records/a.rules.ts': 'export async function a() {}' },
    { 'server/domains/records/a.rules.ts': 'Math.random()' },
  ],
}

export const statementRules: Rule[] = [
  place,
  oneStatement,
  constants,
  built,
  rawCells,
  projectedCells,
  seenMoney,
  actors,
  refusalWords,
  clock,
  pure,
]
