// What `npm test -- --on …` can run the tests on, and whether this machine has it. Plain JavaScript that any Node from 20
// on understands. By itself, `node scripts/test-servers.mjs pgbouncer` prints what is missing and exits 1.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** By the name that `--on` takes. */
export const servers = {
  embedded: { what: 'the embedded PostgreSQL', find: () => ({}) },
  external: { what: 'an installed PostgreSQL', find: installedPostgres },
  replica: {
    what: 'an installed PostgreSQL, with reads on its standby',
    find: installedPostgres,
  },
  pgbouncer: {
    what: 'PgBouncer in transaction mode, before the embedded PostgreSQL',
    find: () => pgbouncer([1, 21]),
  },
  'pgbouncer-session': {
    what: 'PgBouncer in session mode, before the embedded PostgreSQL',
    find: () => pgbouncer([1, 18]),
  },
  citus: {
    what: 'a Citus cluster of a coordinator and two workers',
    find: citus,
  },
}

/** The program and its version, or what is missing. */
export function findServer(name) {
  const server = servers[name]
  if (server) return server.find()
  return { missing: `--on takes ${Object.keys(servers).join(', ')}` }
}

function installedPostgres() {
  const found = serversIn(postgresFolders()).next().value
  return found
    ? { program: found.program, version: found.version }
    : {
        missing:
          'there is no PostgreSQL 15 or later on this machine: install one (Debian: postgresql-15)',
      }
}

/** The first PostgreSQL that has the extension; `CITUS_BIN` names the folder of another one. */
function citus() {
  const named = process.env.CITUS_BIN
  for (const { directory, program, version } of serversIn(named ? [named] : postgresFolders())) {
    const extension = citusOf(directory)
    if (extension !== null) return { program, version: `${extension} on PostgreSQL ${version}` }
  }
  return {
    missing: named
      ? `CITUS_BIN is ${named}, which has no PostgreSQL 15 or later with the extension citus`
      : 'no PostgreSQL 15 or later on this machine has the extension citus: install Citus, or name ' +
        'the folder of such a PostgreSQL’s programs in CITUS_BIN',
  }
}

/** Each PostgreSQL 15 or later. */
function* serversIn(folders) {
  for (const directory of folders) {
    const program = join(directory, 'postgres')
    const version = versionOf(program)
    if (version !== null && version[0] >= 15 && existsSync(join(directory, 'initdb'))) {
      yield { directory, program, version: version.join('.') }
    }
  }
}

/** Debian's packages are not on the PATH, and several can be installed. */
function postgresFolders() {
  const root = '/usr/lib/postgresql'
  const debian = existsSync(root)
    ? readdirSync(root)
        .filter((name) => /^\d+$/.test(name))
        .sort((a, b) => Number(b) - Number(a))
        .map((name) => join(root, name, 'bin'))
    : []
  return [...debian, ...path()]
}

function citusOf(directory) {
  try {
    const words = ['--sharedir']
    const share = execFileSync(join(directory, 'pg_config'), words, {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    const control = readFileSync(join(share.trim(), 'extension', 'citus.control'), 'utf8')
    return /default_version\s*=\s*'([\d.]+)/.exec(control)[1]
  } catch {
    return null // it has no such extension
  }
}

function pgbouncer(least) {
  const found = []
  for (const directory of [...path(), '/usr/local/bin', '/usr/sbin', '/usr/local/sbin']) {
    const program = join(directory, 'pgbouncer')
    const version = versionOf(program)
    if (version === null) continue
    if (version[0] > least[0] || (version[0] === least[0] && version[1] >= least[1])) {
      return { program, version: version.join('.') }
    }
    found.push(version.join('.'))
  }
  const wanted = `PgBouncer ${least.join('.')} or later is needed`
  return {
    missing:
      found.length > 0
        ? `${wanted}, and this machine has ${found[0]}`
        : `${wanted}, and this machine has none`,
  }
}

const path = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

function versionOf(program) {
  if (!existsSync(program)) return null
  try {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    return /(\d+)\.(\d+)(?:\.(\d+))?/
      .exec(version)
      .slice(1)
      .filter((part) => part !== undefined)
      .map(Number)
  } catch {
    return null // it cannot be run here
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { missing } = findServer(process.argv[2])
  if (missing) {
    console.log(missing)
    process.exitCode = 1
  }
}
