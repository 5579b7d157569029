// Writes the files that are made from the contract, STYLE.md, package-lock.json and the long runs; generatedFiles lists them.
// With --check, compares them instead, and exits 1 on drift.
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../contract/reference/openapi.ts'
import { commandsPage } from './commands-page.ts'
import { errorsPage } from './errors-page.ts'
import { eventWords } from './event-words.ts'
import { eventsPage } from './events-page.ts'
import { filtersPage } from './filters-page.ts'
import { glossaryPage } from './glossary-page.ts'
import { leakPage } from './leak-page.ts'
import { licencesPage } from './licences-page.ts'
import { operationTable, operationTypes } from './sdk-files.ts'
import { settingsPage } from './settings-page.ts'
import { shortJson } from './short-json.ts'
import { scalingPage } from './suites.ts'
import { tokensPage } from './tokens-page.ts'
import { trustPage } from './trust-page.ts'

const root = new URL('../', import.meta.url)
const WORDS = 'web/areas/settings/audit/event-words.rules.ts'

/** The text that each generated file must have, by its path. */
export function generatedFiles(): Record<string, string> {
  return {
    'contract/openapi.json': `${shortJson(openApiDocument())}\n`,
    'docs/commands.md': commandsPage(),
    'docs/errors.md': errorsPage(),
    'docs/events.md': eventsPage(),
    'docs/glossary.md': glossaryPage(),
    'docs/settings.md': settingsPage(),
    'docs/leak-matrix.md': leakPage(),
    'docs/licences.md': licencesPage(),
    'docs/rows.md': filtersPage(),
    'docs/scaling.md': scalingPage(),
    'docs/tokens.md': tokensPage(),
    'docs/trust.md': trustPage(),
    'sdk/operations.ts': formatted('sdk/operations.ts', operationTable()),
    'sdk/types.ts': formatted('sdk/types.ts', operationTypes()),
    [WORDS]: formatted(WORDS, eventWords()),
  }
}

/** The paths of the generated files that are out of date. */
export async function drifted(): Promise<string[]> {
  const found: string[] = []
  for (const [path, text] of Object.entries(generatedFiles())) {
    const kept = await readFile(new URL(path, root), 'utf8').catch(() => '')
    if (kept !== text) found.push(path)
  }
  return found
}

/** Formats a source as `biome format` does. */
function formatted(path: string, source: string): string {
  const biome = fileURLToPath(new URL('node_modules/@biomejs/biome/bin/biome', root))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${path}`],
    { cwd: fileURLToPath(root), input: source, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`biome cannot format ${path}: ${stderr}`)
  return stdout
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const paths = await drifted()
    for (const path of paths) {
      console.error(`${path} is out of date: run npm run generate`)
    }
    if (paths.length > 0) process.exitCode = 1
  } else {
    for (const [path, text] of Object.entries(generatedFiles())) {
      await writeFile(new URL(path, root), text)
    }
  }
}
