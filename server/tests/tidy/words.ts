import { productFiles, type Rule } from './tree.ts'

/** What has no place in any file, and why. */
const misplaced: [RegExp, string][] = [
  [/\b(?:TODO|FIXME|XXX|HACK|WIP)\b/g, 'work left over'],
  [/(?<=^|[\s'"`(=])\/(?:root|home|Users|work|mnt)\/[\w.-]+/gm, 'a path of one machine'],
  [/(?<=^|[\s(])#\d+\b|\bissue #?\d+\b/gim, 'a number that means something elsewhere only'],
  [
    /\b(?:blazing(?:ly)?|seamless(?:ly)?|world-class|cutting-edge|revolutionary|best-in-class|effortless(?:ly)?|supercharged?|game-chang\w+|enterprise-grade|battle-tested|state-of-the-art|lightning-fast)\b/gi,
    'a superlative',
  ],
]

/** Allowed hosts, besides examples and names that are not on the internet. */
const hosts = [
  'api.twilio.com',
  'in-toto.io',
  'keepachangelog.com',
  'purl.oclc.org',
  'registry.npmjs.org',
  'schemas.openxmlformats.org',
  'semver.org',
  'slsa.dev',
  'tabler.io',
  'www.apache.org',
  'www.w3.org',
]
const EXAMPLE = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|local)$|^[^.]*$|^[\d.]+$/

// This file names what it looks for.
const skipped = /^server\/tests\/tidy\/words\.ts$|^(site\/)?package-lock\.json$/

export const words: Rule = {
  name: 'No leftovers, no paths of one machine, no numbers from elsewhere, no superlatives',
  find: (tree) =>
    [...tree]
      .filter(([path]) => !skipped.test(path))
      .flatMap(([path, source]) =>
        misplaced.flatMap(([pattern, what]) =>
          [...source.matchAll(pattern)].map(([found]) => `${path}: ${found.trim()} (${what})`),
        ),
      ),
  sound: { 'README.md': 'See /var/lib/records and #colours.' },
  broken: [
    { 'server/a.ts': '// TODO later' },
    { 'README.md': 'It lies in /home/dana/records.' },
    { 'docs/a.md': 'as told in issue 7' },
    { 'docs/a.md': 'mended (#12)' },
    { 'README.md': 'A seamless experience' },
  ],
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const WITHOUT_NOUN =
  /(?:\/\*\*?|\/\/|\n\s*\*|[.!?])\s+((?:Those|That|Whoever|Whatever|What (?:is|are|was|were))\b.*)/g

export const nouns: Rule = {
  name: 'A comment names its noun: no sentence begins with Those, That, Whoever, Whatever or What is',
  find: (tree) =>
    productFiles(tree, (path) => path !== 'sdk/types.ts').flatMap(([path, source]) =>
      (source.match(COMMENT) ?? []).flatMap((comment) =>
        [...comment.matchAll(WITHOUT_NOUN)].map(([, sentence]) => `${path}: ${sentence}`),
      ),
    ),
  sound: {
    'server/a.ts': "// Rows that are there, also those without cells.\nconst help = 'That is all.'",
  },
  broken: [
    { 'server/a.ts': '// Those without cells' },
    { 'server/a.ts': '/** The rows. Whoever reads them waits. */' },
    { 'web/a.tsx': '/**\n * Reads the rows.\n * That takes a while.\n */' },
    { 'shared/a.ts': '/** What is left. */' },
    { 'shared/a.ts': '/** What was left. */' },
  ],
}

export const addresses: Rule = {
  name: 'Addresses are examples, this machine, or hosts that are known here; the lock files have none',
  find: (tree) => [
    ...[...tree]
      .filter(([path]) => !skipped.test(path))
      .flatMap(([path, source]) =>
        [...source.matchAll(/https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)/gi)]
          .map(([, host]) => host!.toLowerCase())
          .filter((host) => !EXAMPLE.test(host) && !hosts.includes(host))
          .map((host) => `${path}: ${host}`),
      ),
    ...['package-lock.json', 'site/package-lock.json'].flatMap((path) =>
      [...(tree.get(path) ?? '').matchAll(/"resolved": "([^"]+)"/g)].map(
        ([, url]) => `${path}: ${url}`,
      ),
    ),
  ],
  sound: { 'README.md': 'http://127.0.0.1:3000, https://records.example.com' },
  broken: [
    { 'README.md': 'https://tracker.dev/x' },
    { 'package-lock.json': '{"resolved": "https://packages.dev/a.tgz"}' },
    { 'site/package-lock.json': '{"resolved": "https://packages.dev/a.tgz"}' },
  ],
}
