import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, test as always, beforeAll, expect } from 'vitest'
import { makeRelease, signRelease } from '../../scripts/release.ts'
import { codeOf } from '../../scripts/soak/judged.ts'
import { promises } from '../../scripts/soak/promises.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
const DATE = '2026-11-24T01:30:00+02:00'
const packages = { 'sourcebook-9.8.7.tgz': Buffer.from('What npm installs') }
let folder: string

/** A release is a commit, and a minimal Debian has no git. */
const hasGit = spawnSync('git', ['--version']).error === undefined
const test = always.runIf(hasGit)

beforeAll(async () => {
  if (!hasGit) return
  folder = await temporaryDirectory()
  git('init', '-q')
  copyFileSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'))
  const manifest = { name: 'sourcebook', version: '9.8.7', license: 'Apache-2.0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'run.sh'), 'echo here\n')
  chmodSync(join(folder, 'run.sh'), 0o775)
  writeFileSync(join(folder, '.gitignore'), 'release/\nnode_modules/\n')
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n- More.\n')
  commit()
})
afterAll(() => folder && discard(folder))

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Olga', '-c', 'user.email=olga@example.com']
  const env = { ...process.env, GIT_COMMITTER_DATE: DATE, GIT_AUTHOR_DATE: DATE }
  return execFileSync('git', ['-C', folder, ...who, ...args], { env }).toString()
}

function commit(): void {
  git('add', '-A')
  git('commit', '-q', '-m', 'A commit')
}

const filesIn = (place: string) =>
  Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name))]))
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('a release needs its section of the changelog, and a commit that has everything', () => {
  expect(() => makeRelease(packages, folder)).toThrow('has no section "## [9.8.7] - YYYY-MM-DD"')
  const sections = [
    '## [Unreleased]\n\n- Later.\n',
    '## [9.8.7] - 2026-11-24\n\n### Added\n\n- A line.\n',
    '## [9.8.6] - 2026-11-01\n\n- Earlier.\n',
  ]
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${sections.join('\n')}`)
  expect(() => makeRelease(packages, folder)).toThrow(
    /these files are not in it:\n.*M CHANGELOG\.md$/,
  )
  commit()
})

test('each long run has to have passed on the code that is released', () => {
  const tried = (part: string) => ({
    outcome: part === 'limiter' ? 'failed' : 'passed',
    on: '2026-11-24',
    commit: '40eb31b4',
    code: part === 'undo' ? 'of earlier' : codeOf(part, folder),
    minutes: 1,
    figure: '',
  })
  const names = promises.flatMap(({ soak }) => soak).filter((part) => part !== 'money')
  const write = (runs: object) => {
    mkdirSync(join(folder, 'docs'), { recursive: true })
    writeFileSync(join(folder, 'docs/soak.json'), JSON.stringify(runs))
    commit()
  }
  write(Object.fromEntries(names.map((part) => [part, tried(part)])))
  expect(() => makeRelease(packages, folder)).toThrow(
    'These long runs failed, or were not run on this code: undo, money, limiter. Run them with "npm run soak -- undo money limiter"',
  )
  const passed = { outcome: 'passed', on: '2026-11-24', commit: '40eb31b4', minutes: 1, figure: '' }
  write(
    Object.fromEntries(
      [...names, 'money'].map((part) => [part, { ...passed, code: codeOf(part, folder) }]),
    ),
  )
})

test('it has the commit’s files, the bill of materials, the notes, where they come from, and all hashes', () => {
  const made = filesIn(makeRelease(packages, folder))
  const { SHA256SUMS, ...rest } = made
  expect(Object.keys(rest).sort()).toEqual([
    'RELEASE_NOTES.md',
    'provenance.json',
    'sbom.cdx.json',
    'sourcebook-9.8.7.tar.gz',
    'sourcebook-9.8.7.tgz',
  ])
  const sums = SHA256SUMS!.toString().trimEnd().split('\n').sort()
  const expected = Object.entries(rest).map(([name, content]) => `${sha256(content)}  ${name}`)
  expect(sums).toEqual(expected.sort())

  const tar = gunzipSync(rest['sourcebook-9.8.7.tar.gz']!)
  const listed = execFileSync('tar', ['-tvf', '-'], { input: tar }).toString()
  expect(listed).toMatch(/^-rwxr-xr-x root\/root .+ sourcebook-9\.8\.7\/run\.sh$/m)
  expect(listed).not.toContain('release/')

  expect(rest['RELEASE_NOTES.md']!.toString()).toMatch(
    /^# Sourcebook 9\.8\.7\n\nOf 2026-11-24\. .+\n\n### Added\n\n- A line\.\n$/,
  )
  const bill = JSON.parse(rest['sbom.cdx.json']!.toString())
  expect(bill.metadata).toMatchObject({
    timestamp: '2026-11-23T23:30:00Z',
    component: { name: 'sourcebook', version: '9.8.7' },
  })

  const { subject, predicate } = JSON.parse(rest['provenance.json']!.toString())
  const { 'provenance.json': _, ...files } = rest
  expect(subject.map(({ name, digest }: (typeof subject)[0]) => [name, digest.sha256])).toEqual(
    expect.arrayContaining(Object.entries(files).map(([name, content]) => [name, sha256(content)])),
  )
  const head = git('rev-parse', 'HEAD').trim()
  const { buildDefinition, runDetails } = predicate
  expect(buildDefinition).toMatchObject({
    externalParameters: { version: '9.8.7', commit: head },
    internalParameters: { unpacked: { digest: { sha256: sha256(tar) } } },
    resolvedDependencies: [
      { digest: { gitCommit: head } },
      { digest: { sha256: sha256(readFileSync(join(folder, 'package-lock.json'))) } },
    ],
  })
  expect(runDetails.metadata.startedOn).toBe('2026-11-23T23:30:00Z')
  expect(runDetails.builder.version).toMatchObject({
    node: process.version.slice(1),
    npm: expect.stringMatching(/^\d+\.\d+/),
  })
})

const hasSsh = spawnSync('ssh-keygen', ['-?']).error === undefined
always.runIf(hasGit && hasSsh)(
  'the hashes and the tag can be signed, and checked with the public key',
  async () => {
    const keys = await temporaryDirectory()
    try {
      const key = join(keys, 'key')
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
      const place = makeRelease(packages, folder)
      git('config', 'user.name', 'Olga')
      git('config', 'user.email', 'olga@example.com')
      signRelease(place, key, folder)
      const signers = join(keys, 'signers')
      writeFileSync(signers, `olga@example.com ${readFileSync(`${key}.pub`)}`)
      const check = (text: Buffer) => {
        const who = ['-f', signers, '-I', 'olga@example.com', '-n', 'sourcebook-release']
        const args = ['-Y', 'verify', ...who, '-s', join(place, 'SHA256SUMS.sig')]
        execFileSync('ssh-keygen', args, { input: text, stdio: 'pipe' })
      }
      const sums = readFileSync(join(place, 'SHA256SUMS'))
      check(sums)
      expect(() => check(Buffer.concat([sums, Buffer.from('more')]))).toThrow(/incorrect signature/)
      git('-c', `gpg.ssh.allowedSignersFile=${signers}`, 'verify-tag', '9.8.7')
    } finally {
      await discard(keys)
    }
  },
)

test('the same commit gives the same bytes, from another checkout and under another umask', async () => {
  const first = filesIn(makeRelease(packages, folder))
  const other = await temporaryDirectory()
  const umask = process.umask(0o077)
  try {
    execFileSync('git', ['clone', '-q', folder, join(other, 'clone')])
    expect(filesIn(makeRelease(packages, join(other, 'clone')))).toEqual(first)
  } finally {
    process.umask(umask)
    await discard(other)
  }
})
