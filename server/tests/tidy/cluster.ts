import { places } from '../../platform/database/cluster/places.ts'
import { productFiles, type Rule, withoutComments } from './tree.ts'

/** Each part of a statement that begins with these words, up to the end of its parenthesis or of the text. */
function parts(source: string, words: string): string[] {
  return [...source.matchAll(new RegExp(`\\b(?:${words})\\b`, 'g'))].map(({ index }) => {
    let depth = 0
    for (let end = index; end < source.length; end++) {
      const char = source[end]!
      if (char === '(') depth++
      if (char === '`' || (char === ')' && depth-- === 0)) return source.slice(index, end)
    }
    return source.slice(index)
  })
}

/** The part without what stands in its subqueries. */
function withoutSubqueries(part: string): string {
  const at = part.search(/\(\s*SELECT\b/)
  if (at < 0) return part
  const [inside = ''] = parts(part.slice(at), 'SELECT')
  return part.slice(0, at) + withoutSubqueries(part.slice(part.indexOf(inside, at) + inside.length))
}

/** Whether the rows of a table are on several nodes. */
const isSpread = (table: string): boolean =>
  places[table] !== undefined && places[table] !== 'local'
const isOnNodes = (table: string): boolean => places[table] === 'distributed'
/** Tables with the number of the transaction that wrote them, which is the coordinator's and orders them. */
const NUMBERED = [
  'agreement_signatures',
  'deal_entries',
  'erased_entries',
  'events',
  'obligation_history',
  'purged_history',
  'row_history',
]
const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING) (\w+)/g)].map(([, name]) => name!)
const nameIn = (part: string): string => part.split(/\s+/)[part.startsWith('INSERT') ? 2 : 1]!

function faultsOf(source: string): string[] {
  const inserts = parts(source, 'INSERT INTO').flatMap((part) => {
    const [made = '', instead = ''] = part.split(/\bDO UPDATE\b/)
    const flat = withoutSubqueries(part)
    const copies = /\b(VALUES|SELECT)\b/.exec(flat)?.[1] === 'SELECT'
    const returns = /\bRETURNING\b|\bON CONFLICT\b/.test(flat)
    const isThere = tablesIn(flat.slice('INSERT INTO'.length)).some(isOnNodes)
    return [
      copies && !returns && !isThere ? 'is filled by a SELECT and returns nothing' : '',
      NUMBERED.includes(nameIn(part)) && tablesIn(part.slice('INSERT INTO'.length)).some(isOnNodes)
        ? 'is filled from rows of a node, whose number and time it would get'
        : '',
      CLOCK.test(instead) ? 'takes the clock where a row is there already' : '',
      made !== part ? '' : returnsClock(flat),
    ].map((fault) => [nameIn(part), fault] as const)
  })
  const updates = parts(source, 'UPDATE \\w+ (?:AS )?(?:\\w+ )?SET').flatMap((part) => {
    const flat = withoutSubqueries(part)
    const takes = /\bclock_timestamp\(\)/.test(flat.split(/\bRETURNING\b/)[0]!)
    return [
      takes ? 'takes the clock without a SELECT' : '',
      /\b\w+, clock_timestamp\(\)/.test(part) ? 'takes the clock in one SELECT with a column' : '',
      returnsClock(flat),
    ].map((fault) => [nameIn(part), fault] as const)
  })
  const cases = [...source.matchAll(/\bCASE (?!WHEN\b)\S+ WHEN\b/g)].map(
    ([text]) => `${text} should begin with CASE WHEN`,
  )
  return [...inserts, ...updates]
    .filter(([table, fault]) => fault !== '' && isSpread(table))
    .map(([table, fault]) => `${table} ${fault}`)
    .concat(cases, source.split('`').flatMap(mixesOf))
}

/** What no single node could do: with rows that are on another one, or with the horizon, which the coordinator alone knows. */
function mixesOf(text: string): string[] {
  const named = tablesIn(text)
  const spread = named.find(isOnNodes)
  if (spread === undefined) return []
  return [
    ...named.filter((name) => places[name] === 'local'),
    ...(/(?<!FUNCTION )event_horizon\(\)/.test(text) ? ['the horizon'] : []),
  ].map((other) => `${spread} is in one statement with ${other}`)
}

const CLOCK = /\b(now|clock_timestamp)\(\)/
const returnsClock = (part: string): string =>
  CLOCK.test(part.split(/\bRETURNING\b/)[1] ?? '') ? 'returns the clock' : ''

export const cluster: Rule = {
  name: 'Statements are such that a cluster takes them too',
  find: (tree) =>
    productFiles(tree, (path) => path.startsWith('server/')).flatMap(([path, source]) =>
      faultsOf(withoutComments(source)).map((fault) => `${path}: ${fault}`),
    ),
  sound: {
    'server/domains/records/a.sql.ts': `\`WITH made AS (
       INSERT INTO rows (id) SELECT id FROM unnest($1) AS id WHERE id NOT IN (SELECT 1) RETURNING 1)
     SELECT clock_timestamp() FROM made\`
     \`INSERT INTO rows (id) SELECT r.id FROM unnest($1) AS r (id) JOIN row_counters c ON true\`
     \`INSERT INTO password_resets SELECT 1\`
     \`INSERT INTO rows (id) VALUES ((SELECT 1))\`
     \`UPDATE rows SET at = (SELECT clock_timestamp()), made = now() WHERE id = 1 RETURNING at\`
     \`SELECT event_horizon() AS xid\`
     \`DELETE FROM form_links USING workspaces\``,
  },
  broken: [
    { 'server/domains/records/a.sql.ts': '`INSERT INTO rows (id) SELECT unnest($1)`' },
    {
      'server/domains/records/a.sql.ts':
        '`WITH a AS (INSERT INTO rows (id) SELECT 1) SELECT 1 RETURNING`',
    },
    { 'server/domains/records/a.sql.ts': '`UPDATE rows SET at = clock_timestamp()`' },
    {
      'server/domains/records/a.sql.ts':
        '`UPDATE rows SET at = (SELECT greatest(at, clock_timestamp())) WHERE id = 1`',
    },
    {
      'server/domains/records/a.sql.ts':
        '`INSERT INTO row_history (id) SELECT id FROM rows RETURNING 1`',
    },
    { 'server/domains/records/a.sql.ts': "`SELECT CASE state WHEN 'a' THEN 1 END FROM rows`" },
    {
      'server/domains/records/a.sql.ts':
        '`INSERT INTO rows (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET at = now()`',
    },
    { 'server/domains/records/a.sql.ts': '`UPDATE rows r SET at = $1 RETURNING now() AS now`' },
    { 'server/domains/records/a.sql.ts': '`SELECT 1 FROM events WHERE xid < event_horizon()`' },
    {
      'server/domains/records/a.sql.ts':
        '`WITH a AS (DELETE FROM form_links) UPDATE forms SET name = $1`',
    },
  ],
}

const room = /^server\/(?:platform\/database\/cluster|commands)\//
const ANYWHERE = /\b(?:[Cc]itus|[Cc]oordinators?)\b/g
/** Node is something else. */
const NEAR_SQL = /\b(?:[Cc]itus|[Cc]oordinators?|[Cc]lusters?|nodes?)\b/g
const withoutImports = (source: string) => source.replace(/ from '[^']*'/g, '')

export const clusterWords: Rule = {
  name: 'Nothing but platform/database/cluster, and the commands that print words, knows of clusters',
  find: (tree) =>
    productFiles(tree, (path) => path.startsWith('server/') && !room.test(path)).flatMap(
      ([path, source]) =>
        [
          ...withoutImports(source).matchAll(
            /\.sql\.ts$|^server\/platform\/database\//.test(path) ? NEAR_SQL : ANYWHERE,
          ),
        ].map(([found]) => `${path}: ${found}`),
    ),
  sound: {
    'server/platform/database/cluster/a.ts': "const ask = 'SELECT FROM citus_tables' // on a node",
    'server/commands/a.ts': "console.log('The coordinator does not answer.')",
    'server/platform/database/a.ts': "import { ClusterTx } from './cluster/cluster-tx.ts'",
    'server/domains/records/a.rules.ts': 'const node = parse(text) // a node of the tree',
  },
  broken: [
    { 'server/domains/records/a.sql.ts': '/** One row. A cluster sends it to its node. */' },
    { 'server/domains/records/a.ts': '// the time of the coordinator' },
    { 'server/platform/database/a.ts': "const SPREADS = `extname = 'citus'`" },
  ],
}
