// What docs/desk.md quotes of the app, compared with the app's own words.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shortcuts } from '../shell/keyboard/shortcuts.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(new URL('../../docs/desk.md', import.meta.url), 'utf8')

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^(?:dist|tests)\/|\.test\.ts$/.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))
  .join('\n')

/** Texts that the app shows: strings, texts of JSX, and templates with anything for a value. */
const literals = new Set(
  [...sources.matchAll(/'([^'\n]+)'|"([^"\n]+)"|>([^<>{}\n]+)<|^ +([A-Z][^<>{}=;\n]*)$/gm)].map(
    (found) =>
      found
        .slice(1)
        .find((text) => text !== undefined)!
        .trim(),
  ),
)
const templates = [
  ...sources.matchAll(/`([A-Z][^`\n]*\$\{[^`\n]*)`|^ +([A-Z][^<>{}=;\n]* \{\w+\})$/gm),
].map(
  ([, template, jsx]) =>
    new RegExp(
      `^${(template ?? jsx)!
        .split(/\$?\{(?:[^{}]|\{[^{}]*\})*\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+')}$`,
    ),
)

/** A menu adds “…” to a word that leads to a question. */
const isShown = (label: string) =>
  [label, label.replace(/…$/, '')].some(
    (words) => literals.has(words) || templates.some((template) => template.test(words)),
  )

const keys = new Set(
  shortcuts
    .flatMap(({ list }) => list.flatMap((one) => one.keys))
    .flatMap((combination) => [
      combination.join('+').replace('Mod', 'Ctrl'),
      ...combination.filter((key) => key !== 'Mod'),
    ]),
)

const quoted = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label!)
const pressed = [...guide.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, key]) => key!)

/** Sentences of the guide that begin in bold, and quote nothing. */
const own = ['bold', 'You are the first.', 'A colleague invited you.']

test('every word that the guide for people quotes is one that the app shows', () => {
  expect(quoted.length).toBeGreaterThan(100)
  expect(quoted.filter((label) => !own.includes(label) && !isShown(label))).toEqual([])
})

test('every key that the guide names is one of the app', () => {
  expect(pressed.length).toBeGreaterThan(20)
  expect(pressed.filter((key) => !keys.has(key))).toEqual([])
})

test('a word that the app does not show would be found', () => {
  expect(['Build the form', 'Press me', 'Downloads'].filter(isShown)).toEqual([])
  expect(keys.has('Ctrl+Q')).toBe(false)
})
