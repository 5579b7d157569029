import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Popover,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { useState } from 'react'
import { DELIMITERS, ENCODINGS } from '../../../../shared/table-files.ts'
import { IconAdjustments, IconFileSpreadsheet } from '../../../ui/icons/icons.ts'
import { oddWords } from '../questions/file-notes.rules.ts'
import type { Reading } from '../questions/import-questions.ts'
import type { Preview } from '../questions/types.ts'

interface Props {
  file: File
  preview: Preview | undefined
  /** Whether it could not be read that way. */
  failed: boolean
  /** The sheets of a workbook that could not be read that way. */
  sheets: string[]
  reading: Reading
  onAnother: () => void
  onReading: (reading: Reading) => void
}

type Encoding = (typeof ENCODINGS)[number]

const encodings: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'iso-8859-2': 'ISO 8859-2',
  'iso-8859-15': 'ISO 8859-15',
  'koi8-r': 'KOI8-R',
  macintosh: 'Mac OS Roman',
  ibm437: 'CP437',
  ibm850: 'CP850',
  ibm866: 'CP866',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
}

/** What those are for that only some languages use. */
const languages: Partial<Record<Encoding, string>> = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'iso-8859-2': 'Central European',
  'iso-8859-15': 'Western European',
  'koi8-r': 'Russian',
  macintosh: 'old Mac files',
  ibm437: 'DOS, American',
  ibm850: 'DOS, Western European',
  ibm866: 'DOS, Cyrillic',
  shift_jis: 'Japanese',
  'euc-jp': 'Japanese',
  gb18030: 'Chinese, simplified, also GBK',
  big5: 'Chinese, traditional',
  'euc-kr': 'Korean',
}

const encodingName = (encoding: string): string => encodings[encoding as Encoding] ?? encoding
const encodingChoice = (encoding: Encoding): string => {
  const language = languages[encoding]
  return encodings[encoding] + (language ? ` (${language})` : '')
}

const delimiters: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}
const delimiterName = (delimiter: string): string => delimiters[delimiter] ?? `“${delimiter}”`

type Quirk = NonNullable<Preview['quirks']>[number]

const quirkNames: Record<Quirk, string> = {
  blanks: 'blanks before quotation marks',
  backslashes: 'backslashes before quotation marks',
  apostrophes: 'apostrophes as quotation marks',
  nulls: '\\N or NULL as empty',
  kept_texts: '="007" as text',
}

type Facts = Pick<
  Preview,
  'format' | 'encoding' | 'delimiter' | 'quirks' | 'sheet' | 'sheets' | 'headerRow'
>

/** The facts about a file that could not be read. */
const unread = ({ name }: File, reading: Reading, sheets: string[]): Facts => ({
  format: sheets.length > 0 || /\.xls[xm]$/i.test(name) ? 'xlsx' : 'csv',
  encoding: reading.encoding ?? null,
  delimiter: reading.delimiter ?? null,
  sheet: reading.sheet ?? null,
  sheets,
  headerRow: reading.headerRow ?? 1,
})

const sheetName = (sheet: string, others: number): string =>
  others > 0 ? `sheet ${sheet} (${others} ${others === 1 ? 'other' : 'others'})` : `sheet ${sheet}`

const readAs = ({ encoding, delimiter, quirks = [], sheet, sheets, headerRow }: Facts): string =>
  [
    ...(encoding ? [encodingName(encoding)] : []),
    ...(delimiter ? [delimiterName(delimiter)] : []),
    ...quirks.map((quirk) => quirkNames[quirk]),
    ...(sheet ? [sheetName(sheet, sheets.length - 1)] : []),
    headerRow === 0 ? 'no header' : `header in row ${headerRow}`,
  ].join(', ')

/** The file and how it is read, which one can change. */
export function FileFacts({ file, preview, failed, sheets, reading, onAnother, onReading }: Props) {
  const facts = preview ?? (failed ? unread(file, reading, sheets) : undefined)
  return (
    <Group gap="sm">
      <IconFileSpreadsheet size={20} aria-hidden />
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      {facts && (
        <>
          <Badge variant="default">{facts.format}</Badge>
          <Group gap={4} wrap="nowrap">
            <Text size="sm">Read as: {readAs(facts)}</Text>
            <ChangeReading facts={facts} reading={reading} onReading={onReading} />
          </Group>
        </>
      )}
      <Button variant="default" size="compact-sm" onClick={onAnother}>
        Another file
      </Button>
      {preview?.oddCharacters && (
        <Text size="sm" w="100%">
          {oddWords(preview.oddCharacters)}
        </Text>
      )}
    </Group>
  )
}

interface SheetProps extends Pick<Props, 'onReading'> {
  label: string
  sheets: string[]
  sheet: string | null
}

/** Which sheet of a workbook is read. */
export function SheetChoice({ label, sheets, sheet, onReading }: SheetProps) {
  return (
    <Select
      label={label}
      placeholder="Choose a sheet"
      maw={320}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      // Programs can write a name twice.
      data={[...new Set(sheets)]}
      value={sheet}
      onChange={(next) => next && onReading({ sheet: next })}
    />
  )
}

function ChangeReading({
  facts,
  reading,
  onReading,
}: Pick<Props, 'reading' | 'onReading'> & { facts: Facts }) {
  const { format, encoding, delimiter, quirks = [], sheet, sheets, headerRow } = facts
  const [row, setRow] = useState<string | number>(headerRow)
  const isRow = typeof row === 'number' && row >= 1
  return (
    <Popover width={280} trapFocus withArrow onOpen={() => setRow(headerRow)}>
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label="Change how the file is read">
          <IconAdjustments size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {sheets.length > 1 && (
            <SheetChoice label="Sheet" sheets={sheets} sheet={sheet} onReading={onReading} />
          )}
          {format === 'csv' && (
            <Select
              label="Encoding"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={ENCODINGS.map((value) => ({ value, label: encodingChoice(value) }))}
              searchable
              // The panel puts the focus here as it opens, and the list would cover the rest of it.
              openOnFocus={false}
              value={encoding}
              onChange={(next) => next && onReading({ ...reading, encoding: next as Encoding })}
            />
          )}
          {format === 'csv' && (
            <Select
              label="Values are separated by"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={[...new Set([...DELIMITERS, delimiter ?? ','])].map((value) => ({
                value,
                label: delimiterName(value),
              }))}
              value={delimiter}
              onChange={(next) => next && onReading({ ...reading, delimiter: next })}
            />
          )}
          <Group align="flex-end" gap="xs">
            <NumberInput
              label="Row with the column names"
              flex={1}
              min={1}
              max={1_048_576}
              allowDecimal={false}
              disabled={headerRow === 0}
              value={headerRow === 0 ? '' : row}
              onChange={setRow}
            />
            <Button
              variant="default"
              disabled={!isRow || row === headerRow}
              onClick={() => onReading({ ...reading, headerRow: Number(row) })}
            >
              Use
            </Button>
          </Group>
          {(quirks.length > 0 || reading.quirks === '') && (
            <Checkbox
              label="Read all values as they stand"
              checked={reading.quirks === ''}
              onChange={(event) => {
                const { quirks: _, ...rest } = reading
                onReading(event.currentTarget.checked ? { ...rest, quirks: '' } : rest)
              }}
            />
          )}
          <Checkbox
            label="The file has no column names"
            checked={headerRow === 0}
            onChange={(event) => {
              const { headerRow: _, ...rest } = reading
              onReading(event.currentTarget.checked ? { ...rest, headerRow: 0 } : rest)
            }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
