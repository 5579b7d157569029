import { MOST_LABEL_CHARS, MOST_OPTIONS } from '../../../../shared/limits.ts'
import { trimmed } from '../../../../shared/visible-text.ts'
import { SentNumber } from '../../../platform/http/sent-numbers.rules.ts'
import { type CellType, EMPTY, refused, type Sent, stored } from './cell-type.ts'
import type { CellColumn, Conversion, Option } from './column.ts'
import { folded, listed, named } from './words.ts'

type Index = {
  exact: Map<string, string>
  loose: Map<string, string>
  /** The most commas in any label, since a label with commas is several parts of a list. */
  commas: number
}

const NONE: readonly Option[] = []
const indexes = new WeakMap<readonly Option[], Index>()

type OptionColumn = CellColumn<'select' | 'multi_select'>

function indexOf({ settings }: OptionColumn): Index {
  const options = settings.options ?? NONE
  let index = indexes.get(options)
  if (!index) {
    index = { exact: new Map(), loose: new Map(), commas: 0 }
    // Labels after ids: if a label equals another option's id, the label counts.
    for (const { id, label } of options) index.loose.set(folded(id), label)
    for (const { label } of options) {
      index.exact.set(label, label)
      index.loose.set(folded(label), label)
      index.commas = Math.max(index.commas, label.split(',').length - 1)
    }
    indexes.set(options, index)
  }
  return index
}

/** The label that a trimmed text means, by label or option id. */
function find(index: Index, text: string): string | undefined {
  return (
    index.exact.get(text) ??
    (text.length > MOST_LABEL_CHARS ? undefined : index.loose.get(folded(text)))
  )
}

function unknown(column: OptionColumn, texts: string[]): Conversion {
  const labels = (column.settings.options ?? NONE).map((option) => option.label)
  const sent = texts.slice(0, 3).map(named).join(', ')
  if (labels.length === 0) return refused('no_options_yet', { sent })
  const reason = texts.length > 1 ? 'unknown_options' : 'unknown_option'
  return refused(reason, { sent, options: listed(labels, 10) })
}

/** Why labels cannot be added to the column; undefined if they can. */
function unaddable(column: OptionColumn, labels: string[]): Conversion | undefined {
  const long = labels.find((label) => label.length > MOST_LABEL_CHARS)
  if (long !== undefined) {
    return refused('option_too_long', { sent: named(long), most: MOST_LABEL_CHARS })
  }
  const room = MOST_OPTIONS - (column.settings.options ?? NONE).length
  if (labels.length <= room) return undefined
  return refused('one_option_too_many', {
    sent: named(labels[Math.max(room, 0)]),
    most: MOST_OPTIONS,
  })
}

const isLabel = (sent: unknown) =>
  typeof sent === 'string' ||
  typeof sent === 'number' ||
  typeof sent === 'boolean' ||
  sent instanceof SentNumber

/** The text of a label: `1.0` is `1` where only that is one. */
function textOf(index: Index, sent: unknown): string {
  const text = trimmed(String(sent))
  if (!(sent instanceof SentNumber) || find(index, text) !== undefined) return text
  return find(index, sent.plain) === undefined ? text : sent.plain
}

function convertSelect(column: OptionColumn, sent: Sent): Conversion {
  const index = indexOf(column)
  if (typeof sent === 'string' && index.exact.has(sent)) return stored(sent, false)
  if (!isLabel(sent)) return refused('not_a_label', { sent: named(sent) })
  const text = textOf(index, sent)
  if (text === '') return EMPTY
  const label = find(index, text)
  if (label !== undefined) return stored(label, label !== sent)
  if (column.settings.allowNewOptions !== true) return unknown(column, [text])
  return (
    unaddable(column, [text]) ?? {
      kind: 'stored',
      value: text,
      coerced: text !== sent,
      newOptions: [text],
    }
  )
}

function convertMultiSelect(column: OptionColumn, sent: Sent): Conversion {
  const index = indexOf(column)
  if (Array.isArray(sent)) {
    if (isStoredList(index, sent))
      return sent.length === 0 ? EMPTY : stored(sent as string[], false)
    const texts: string[] = []
    for (const item of sent) {
      if (item === null) continue
      if (!isLabel(item)) {
        return refused('not_in_a_list', { sent: named(item) })
      }
      const text = textOf(index, item)
      if (text !== '') texts.push(text)
    }
    return collect(column, index, texts, sent)
  }
  if (!isLabel(sent)) return refused('not_a_list', { sent: named(sent) })
  const text = textOf(index, sent)
  return collect(column, index, find(index, text) === undefined ? split(index, text) : [text], sent)
}

/** Whether a list has only labels of the column, each once. */
function isStoredList(index: Index, list: unknown[]): boolean {
  if (list.length > 16) {
    return (
      new Set(list).size === list.length && list.every((item) => index.exact.has(item as string))
    )
  }
  for (let i = 0; i < list.length; i++) {
    if (!index.exact.has(list[i] as string) || list.indexOf(list[i]) !== i) return false
  }
  return true
}

/** The parts of a comma-separated text; the longest run of parts that is one label stays together. */
function split(index: Index, text: string): string[] {
  const parts = text.split(',')
  const found: string[] = []
  // Too many are refused anyway; don't look for labels among them.
  if (parts.length > MOST_OPTIONS * 2) return parts
  let at = 0
  while (at < parts.length) {
    let taken = 1
    for (let length = Math.min(index.commas + 1, parts.length - at); length > 1; length--) {
      if (find(index, trimmed(parts.slice(at, at + length).join(','))) !== undefined) {
        taken = length
        break
      }
    }
    const part = trimmed(parts.slice(at, at + taken).join(','))
    if (part !== '') found.push(part)
    at += taken
  }
  return found
}

function collect(column: OptionColumn, index: Index, texts: string[], sent: Sent): Conversion {
  if (texts.length > MOST_OPTIONS) {
    return refused('too_many_labels', { count: texts.length, most: MOST_OPTIONS })
  }
  const labels = new Map<string, string>()
  const fresh: string[] = []
  for (const text of texts) {
    const label = find(index, text)
    const key = folded(label ?? text)
    if (labels.has(key)) continue
    labels.set(key, label ?? text)
    if (label === undefined) fresh.push(text)
  }
  if (labels.size === 0) return EMPTY
  const problem =
    fresh.length === 0
      ? undefined
      : column.settings.allowNewOptions === true
        ? unaddable(column, fresh)
        : unknown(column, fresh)
  if (problem) return problem
  const value = [...labels.values()]
  const same =
    Array.isArray(sent) &&
    sent.length === value.length &&
    value.every((label, i) => label === sent[i])
  const result = { kind: 'stored', value, coerced: !same } as const
  return fresh.length === 0 ? result : { ...result, newOptions: fresh }
}

function choices({ settings }: OptionColumn): string {
  const labels = (settings.options ?? NONE).map((option) => option.label)
  if (settings.allowNewOptions === true) {
    return labels.length > 0 ? `${listed(labels, 10)}, or a new label` : 'any label'
  }
  return labels.length > 0 ? listed(labels, 10) : 'nothing yet: the column has no options'
}

const sample = ({ settings }: OptionColumn) =>
  settings.options?.[0]?.label ?? (settings.allowNewOptions === true ? 'New' : '')

export const select: CellType<'select'> = {
  convert: convertSelect,
  keepsUnseen: true,
  unique: (value) => folded(String(value)),
  accepts: (column) => `one label: ${choices(column)}`,
  converts: () => 'labels in any case and with white space around them; option ids',
  guess: { kind: 'option' },
  example: sample,
}

export const multiSelect: CellType<'multi_select'> = {
  convert: convertMultiSelect,
  keepsUnseen: true,
  // A set: the order in which labels were chosen does not matter.
  unique: (value) =>
    JSON.stringify(
      [value]
        .flat()
        .map((label) => folded(String(label)))
        .sort(),
    ),
  accepts: (column) => `a list of labels: ${choices(column)}`,
  converts: () =>
    'comma-separated text; labels in any case and with white space around them; option ids; duplicates are kept once',
  guess: { kind: 'option' },
  example: (column) => {
    const label = sample(column)
    return label === '' ? label : [label]
  },
}
