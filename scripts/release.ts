// Packs the commit that is checked out as a release: npm run release. Writes into release/VERSION/
//   sourcebook-VERSION.tar.gz   the files of the commit, and nothing else
//   sourcebook-VERSION.tgz      what to install with npm, without PostgreSQL; and with that for this platform:
//   sourcebook-VERSION-linux-x64.tgz
//   sbom.cdx.json               what it is made of
//   RELEASE_NOTES.md            its section of CHANGELOG.md
//   provenance.json             what all this was made from and with: an in-toto statement with a SLSA provenance
//   SHA256SUMS                  the hashes of all these
// With `-- --sign KEY`, the path of a private key for SSH, it also signs the hashes, in SHA256SUMS.sig, and the tag of the commit.
// The same commit gives the same bytes again, under the same versions of Node, npm and git.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { root } from './locked-packages.ts'
import { pack } from './package/pack.ts'
import { sbom } from './sbom.ts'
import { unproven } from './soak/judged.ts'

/** What is wrong with the checkout, in a sentence. */
export class NotReady extends Error {}

const MOST_BYTES = 1024 ** 3

/** What a signature of the hashes is for, so that one for something else is none for them. */
const NAMESPACE = 'sourcebook-release'

/**
 * Makes a release of a checkout.
 * @param packages what to install, by name (package/pack.ts)
 * @returns the folder that it is in
 * @throws NotReady that says what to do first
 */
export function makeRelease(packages: Record<string, Buffer>, folder = root): string {
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-C', folder, ...args], { maxBuffer: MOST_BYTES })
  const gitText = (...args: string[]): string =>
    git(...args)
      .toString()
      .trim()
  const changed = gitText('status', '--porcelain')
  if (changed !== '') {
    throw new NotReady(`A release is a commit, and these files are not in it:\n${changed}`)
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const notes = notesOf(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), version)
  const parts = unproven(folder)
  if (parts.length > 0) {
    throw new NotReady(
      `These long runs failed, or were not run on this code: ${parts.join(', ')}. Run them with "npm run soak -- ${parts.join(' ')}", and commit what they write.`,
    )
  }
  const commit = gitText('rev-parse', 'HEAD')
  // In UTC, whoever made the commit, wherever.
  const date = new Date(gitText('show', '-s', '--format=%cI', 'HEAD'))
  const at = date.toISOString().replace('.000Z', 'Z')
  // Modes do not follow the umask of whoever packs it.
  const settings = ['-c', 'tar.umask=0022', '-c', 'core.autocrlf=false']
  const tar = git(...settings, 'archive', '--format=tar', `--prefix=sourcebook-${version}/`, 'HEAD')
  const files: Record<string, string | Buffer> = {
    [`sourcebook-${version}.tar.gz`]: gzipSync(tar, { level: 9 }),
    ...packages,
    'sbom.cdx.json': sbom(at, folder),
    'RELEASE_NOTES.md': notes,
  }
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const versions = { node: process.version.slice(1), npm: npmVersion(), git: gitText('--version') }
  files['provenance.json'] = provenance({ version, commit, at, lock, tar, files, versions })
  files.SHA256SUMS = sums(files)

  const place = join(folder, 'release', version)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content)
  return place
}

/** The section of a version, as a text of its own. */
function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((one) => one.startsWith(`## [${version}] - `))
  if (section === undefined) {
    throw new NotReady(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD". Rename [Unreleased] to it, and begin a new [Unreleased] above.`,
    )
  }
  const [, date] = /^## \[[^\]]+\] - (\S+)/.exec(section)!
  const body = section.slice(section.indexOf('\n')).trim()
  return `# Sourcebook ${version}\n\nOf ${date}. [SECURITY.md](SECURITY.md#for-a-release) says how to check what you downloaded.\n\n${body}\n`
}

interface Made {
  version: string
  commit: string
  at: string
  lock: Buffer
  tar: Buffer
  files: Record<string, string | Buffer>
  versions: Record<string, string>
}

function provenance({ version, commit, at, lock, tar, files, versions }: Made): string {
  const subject = Object.entries(files).map(([name, content]) => ({
    name,
    digest: { sha256: sha256(content) },
  }))
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:sourcebook:release:1',
        externalParameters: { version, commit },
        internalParameters: {
          // Another zlib may pack it to other bytes; this is what is inside.
          unpacked: { name: `sourcebook-${version}.tar`, digest: { sha256: sha256(tar) } },
        },
        resolvedDependencies: [
          { name: 'commit', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(lock) } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:sourcebook:scripts/release.ts', version: versions },
        // The commit’s own date, so that another run gives the same.
        metadata: { invocationId: commit, startedOn: at },
      },
    },
  }
  return `${JSON.stringify(statement, null, 1)}\n`
}

/** As `sha256sum` writes and checks them. */
function sums(files: Record<string, string | Buffer>): string {
  const lines = Object.entries(files).map(([name, content]) => `${sha256(content)}  ${name}\n`)
  return lines.join('')
}

const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')

const npmVersion = (): string =>
  execFileSync('npm', ['--version'], { shell: process.platform === 'win32' })
    .toString()
    .trim()

/**
 * Signs the hashes of a release, and the tag of its commit.
 * @param key the path of a private key for SSH
 * @throws Error with what ssh-keygen or git said
 */
export function signRelease(place: string, key: string, folder = root): void {
  const sums = join(place, 'SHA256SUMS')
  rmSync(`${sums}.sig`, { force: true })
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE, sums])
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const signing = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${key}`]
  const message = ['-m', `Sourcebook ${version}`]
  execFileSync('git', ['-C', folder, ...signing, 'tag', '--sign', ...message, version])
}

if (import.meta.main) {
  const { sign } = parseArgs({ options: { sign: { type: 'string' } } }).values
  try {
    const place = makeRelease(await pack())
    if (sign !== undefined) signRelease(place, sign)
    process.stdout.write(`${readFileSync(join(place, 'SHA256SUMS'), 'utf8')}is in ${place}\n`)
  } catch (error) {
    if (!(error instanceof NotReady)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
