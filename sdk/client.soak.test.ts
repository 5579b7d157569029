import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectPageWorks,
  type InstalledPackage,
  installPackage,
  PAGE,
  PROGRAM_FINDS,
  programOf,
  typedPrograms,
} from '../server/tests/support/releases/client-package.ts'

// The client's package in the runtimes and bundlers that people use. They are installed for this run only.

const platform = `${process.platform}-${process.arch}`
const packages = [
  // The oldest Node that the package is for, and the last 20 of the registry.
  `oldest@npm:node-${platform}@20.3.1`,
  `last20@npm:node-${platform}@20`,
  'deno@2.9.6',
  'bun@1.4.5',
  `@oven/bun-${platform}-baseline@1.4.5`,
  'esbuild@0.28.2',
  'webpack@5.112.2',
  'rollup@4.68.7',
  '@rollup/plugin-node-resolve@16',
  '@arethetypeswrong/cli@0.18.5',
  'publint@0.3.25',
  'typescript@5.9.3',
  '@types/node@20',
]

let installed: InstalledPackage
const own = (path: string) => join(installed.directory, 'node_modules', path)
beforeAll(async () => {
  installed = await installPackage(packages)
})
afterAll(() => installed?.stop())

const versions: string[] = []
const kibs: string[] = []
afterAll(() => console.log(`figure: ${[...versions, ...kibs].join(', ')}`))

const bun = () => own(`@oven/bun-${platform}-baseline/bin/bun`)
const runtimes: [string, () => [file: string, ...args: string[]]][] = [
  ['Node 20.3', () => [own('oldest/bin/node')]],
  ['Node 20', () => [own('last20/bin/node')]],
  ['Deno', () => [process.execPath, own('deno/bin.cjs'), 'run', '-A']],
  ['Bun', () => [bun()]],
]

describe.each(runtimes)('%s', (name, command) => {
  test.each(['module', 'commonjs'] as const)('runs it as a %s', async (type) => {
    const file = `${name.replace(/\W/g, '')}-${type}.${type === 'module' ? 'mjs' : 'cjs'}`
    await installed.write({ [file]: programOf(type, `${name} ${type}`) })
    const { stdout } = await installed.run(...command(), file)
    expect(JSON.parse(stdout)).toEqual(PROGRAM_FINDS)
    if (type === 'commonjs') return
    const [program, ...args] = command().filter((word) => word !== 'run' && word !== '-A')
    const version = await installed.run(program!, ...args, '--version')
    versions.push(`${name.split(' ')[0]} ${/\d+\.\d+\.\d+/.exec(version.stdout)![0]}`)
  })
})

/** How each bundler makes `dist/page.js` of `page.js`. */
const bundlers: [string, string][] = [
  [
    'esbuild',
    `import { build } from 'esbuild'
    await build({ entryPoints: ['page.js'], outfile: 'dist/page.js', bundle: true, minify: true, format: 'esm' })`,
  ],
  [
    'webpack',
    `import webpack from 'webpack'
    await new Promise((resolve, reject) => webpack({
      mode: 'production', context: import.meta.dirname, entry: './page.js', output: { path: import.meta.dirname + '/dist', filename: 'page.js' },
    }, (error, stats) => error || stats.hasErrors() ? reject(error ?? stats.toString()) : resolve()))`,
  ],
  [
    'rollup',
    `import { rollup } from 'rollup'
    import resolve from '@rollup/plugin-node-resolve'
    const made = await rollup({ input: 'page.js', plugins: [resolve({ browser: true })] })
    await made.write({ dir: 'dist' })`,
  ],
]

describe.each(bundlers)('%s', (name, build) => {
  const bundle = async (label: string, source: string) => {
    const place = join(installed.directory, `${name}-${label}`)
    await mkdir(join(place, 'dist'), { recursive: true })
    await writeFile(join(place, 'page.js'), stripTypeScriptTypes(source))
    await writeFile(join(place, 'build.mjs'), build)
    await writeFile(join(place, 'dist/index.html'), '<script type="module" src="page.js"></script>')
    const change = `process.chdir(${JSON.stringify(place)}); await import(${JSON.stringify(join(place, 'build.mjs'))})`
    await installed.run(process.execPath, '--input-type=module', '-e', change)
    return join(place, 'dist')
  }

  test('makes a page of it that works', async () => {
    const kib = await expectPageWorks(await bundle('page', PAGE), installed.given)
    kibs.push(`${name} ${kib.toFixed(1)} KiB`)
  })

  test('leaves out what is not used', async () => {
    const source = `import { verifyWebhook } from '@sourcebook/client'\nglobalThis.check = verifyWebhook`
    const script = await readFile(join(await bundle('small', source), 'page.js'))
    expect(script.toString()).not.toContain('/v1/')
    expect(gzipSync(script).length).toBeLessThan(2_048)
  })
})

test('its types are found however they are looked for', async () => {
  const attw = (tarball: string) =>
    installed.run(
      process.execPath,
      own('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--no-emoji',
    )
  await attw(installed.tarball)
  await installed.run(process.execPath, own('publint/src/cli.js'), installed.tarball, '--strict')

  const broken = join(installed.directory, 'broken')
  await cp(installed.folder, broken, { recursive: true })
  await rm(join(broken, 'dist/cjs/package.json'))
  const packed = await installed.run('npm', 'pack', './broken', '--ignore-scripts', '--silent')
  await expect(attw(packed.stdout.trim())).rejects.toThrow('resolved to an ESM')
})

test('strict programs compile with an older TypeScript and the types of Node 20', async () => {
  await installed.write(typedPrograms(own('@types')))
  for (const config of ['node.json', 'web.json']) {
    await installed.run(process.execPath, own('typescript/bin/tsc'), '-p', config)
  }
})
