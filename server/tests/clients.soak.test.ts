import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../contract/reference/openapi.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'

// Common client generators, run on openapi.json. They are installed for this run only: two of them need a TypeScript
// older than the project's, and the third brings 60 MB.

const packages = [
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'typescript@5.9.3',
]

/** How to run each generator, and the type of events in its client. */
const generators = [
  {
    name: 'openapi-typescript',
    command: 'openapi-typescript/bin/cli.js openapi.json -o client.ts',
    event: `import type { components } from './client.ts'\ntype Event = components['schemas']['Event']`,
  },
  {
    name: '@hey-api/openapi-ts',
    command: '@hey-api/openapi-ts/bin/run.js -i openapi.json -o client --no-log-file',
    event: `import type { Event } from './client/index.ts'`,
  },
  {
    name: 'orval',
    command: 'orval/dist/bin/orval.mjs -i openapi.json -o client.ts --client fetch --mode single',
    event: `import type { Event } from './client.ts'`,
  },
]

/** Compiles only if comparing an event's type narrows its data. */
const USE = `
export const entryOf = (event: Event): string | undefined =>
  event.type === 'deal.collected' ? event.data.entryId : undefined
// @ts-expect-error Not every event is about a deal.
export const guessed = (event: Event) => event.data.entryId
`

const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
  },
  include: ['use.ts', 'client.ts', 'client'],
}

let directory: string
beforeAll(async () => {
  directory = await temporaryDirectory(tmpdir())
  await writeFile(join(directory, 'package.json'), '{"private": true, "type": "module"}')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await run('npm', [...args, ...packages], directory)
  expect(code, output).toBe(0)
})
afterAll(() => {
  console.log(`figure: clients by ${packages.slice(0, -1).join(', ')} compile in strict mode`)
  return discard(directory)
})

describe.each(generators)('A client by $name', ({ name, command, event }) => {
  const faultsOf = async (label: string, document: object): Promise<string> => {
    // Inside the directory, so that its packages are found.
    const place = join(directory, `${name.replace(/\W/g, '-')}-${label}`)
    await mkdir(place)
    await writeFile(join(place, 'openapi.json'), JSON.stringify(document))
    await writeFile(join(place, 'use.ts'), event + USE)
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(strict))
    const args = `../node_modules/${command}`.split(' ')
    const made = await run(process.execPath, args, place)
    if (made.code !== 0) return made.output
    const compiled = await run(process.execPath, [TSC, '-p', '.'], place)
    return compiled.code === 0 ? '' : compiled.output
  }

  test('compiles, and tells events apart', async () => {
    expect(await faultsOf('sound', openApiDocument())).toBe('')
  })

  test('does not where a schema is missing, or an event could hold anything', async () => {
    const { schemas } = (openApiDocument() as { components: { schemas: object } }).components
    const { DealEntryData: _, ...fewer } = schemas as Record<string, object>
    expect(await faultsOf('fewer', withSchemas(fewer))).not.toBe('')
    const Event = { type: 'object', properties: { type: { type: 'string' }, data: {} } }
    expect(await faultsOf('open', withSchemas({ ...schemas, Event }))).not.toBe('')
  })
})

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

function withSchemas(schemas: object): object {
  const document = openApiDocument() as { components: object }
  return { ...document, components: { ...document.components, schemas } }
}

async function run(file: string, args: string[], cwd: string) {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
