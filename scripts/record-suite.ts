// Keeps the result of `npm test -- --on … --record` for docs/scaling.md: NAME VERSION RESULTS, the last being vitest's.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  merged,
  type PartRun,
  partOf,
  recordedSuites,
  SCALING,
  SUITES,
  scalingPage,
} from './suites.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const [, , name = '', version = '', results = ''] = process.argv
const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}
const on = new Date().toISOString().slice(0, 10)
const found: Record<string, PartRun> = {}
for (const file of testResults) {
  const part = partOf(relative(root, file.name))
  if (part === null) continue
  found[part] ??= { on, files: 0, passed: 0, failed: 0 }
  const run = found[part]
  const count = (status: string) => file.assertionResults.filter((one) => one.status === status)
  const failed = count('failed').length
  run.files++
  run.passed += count('passed').length
  // A file that could not be run at all has no failed test of its own, but it failed.
  run.failed += failed === 0 && file.status === 'failed' ? 1 : failed
}
const all = recordedSuites()
all.parts = {}
const folders = ['server', 'sdk', 'bench', 'web'].map((folder) => `${folder}/**/*.test.ts`)
for (const path of globSync(folders, { cwd: root }).sort()) {
  const part = partOf(path)
  if (part === null || path.endsWith('.soak.test.ts')) continue
  all.parts[part] = (all.parts[part] ?? 0) + 1
}
const before = all.runs[name]?.parts ?? {}
const parts = { ...before }
for (const [part, run] of Object.entries(found)) parts[part] = merged(before[part], run)
all.runs[name] = { version, parts }
writeFileSync(SUITES, `${JSON.stringify(all, null, 2)}\n`)
writeFileSync(SCALING, scalingPage())
