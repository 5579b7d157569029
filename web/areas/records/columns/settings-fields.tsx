import {
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useAnswer } from '../../../api.ts'
import { fileKinds } from '../../../ui/file-kinds.rules.ts'
import type { Definition } from '../grid/types.ts'
import { type SettingsDraft, settingNames } from './column-draft.rules.ts'
import type { ColumnType } from './column-types.ts'
import { OptionsEditor } from './options-editor.tsx'

interface Props {
  definition: Definition
  type: ColumnType
  draft: SettingsDraft
  onDraft: (draft: SettingsDraft) => void
  /** Of a column that is there: where its links lead stays. */
  exists?: boolean
}

/** The settings that columns of a type have. */
export function SettingsFields({ definition, type, draft, onDraft, exists = false }: Props) {
  const has = (name: keyof SettingsDraft) => settingNames(type).includes(name)
  const put = (part: SettingsDraft) => onDraft({ ...draft, ...part })
  const bound = (name: 'precision' | 'min' | 'max' | 'maxFiles', label: string, hint?: string) => (
    <NumberInput
      label={label}
      {...(hint ? { description: hint } : {})}
      value={draft[name] ?? ''}
      hideControls
      onChange={(value) => put({ [name]: value === '' ? null : Number(value) })}
    />
  )
  return (
    <>
      {has('options') && (
        <OptionsEditor options={draft.options ?? []} onChange={(options) => put({ options })} />
      )}
      {has('allowNewOptions') && (
        <Switch
          label="Whoever writes may add options"
          description="Otherwise a value that is none of them is refused."
          checked={draft.allowNewOptions ?? false}
          onChange={(event) => put({ allowNewOptions: event.currentTarget.checked })}
        />
      )}
      {has('currency') && (
        <TextInput
          label="Currency"
          description="Its code, such as USD or EUR."
          placeholder={definition.settings.currency}
          maxLength={3}
          value={draft.currency ?? ''}
          onChange={(event) => put({ currency: event.currentTarget.value.toUpperCase() })}
        />
      )}
      {has('precision') &&
        bound('precision', 'Decimals', 'How many digits after the point are kept; all if empty.')}
      {has('min') && (
        <Group grow align="flex-start">
          {bound('min', 'Least')}
          {bound('max', 'Most')}
        </Group>
      )}
      {has('definitionKey') && <LinkTarget draft={draft} put={put} exists={exists} />}
      {has('maxFiles') && bound('maxFiles', 'Files in a cell at most', '1 to 100.')}
      {has('accept') && (
        <MultiSelect
          label="Kinds of files"
          description="Any, if none is chosen."
          data={[
            ...fileKinds,
            ...(draft.accept ?? []).filter((type) => !fileKinds.some((one) => one.value === type)),
          ]}
          value={draft.accept ?? []}
          onChange={(accept) => put({ accept })}
        />
      )}
      {has('expression') && <Expression definition={definition} draft={draft} put={put} />}
    </>
  )
}

type Part = Pick<Props, 'draft'> & { put: (part: SettingsDraft) => void }

function LinkTarget({ draft, put, exists }: Part & { exists: boolean }) {
  const { data } = useAnswer('definitions.list', { query: { limit: 1000 } })
  return (
    <>
      <Select
        label="Links to"
        description={
          exists ? 'It stays; add another column for other rows.' : 'Whose rows it holds.'
        }
        required
        disabled={exists}
        searchable
        data={(data?.data ?? []).map(({ key, name, kind }) => ({
          value: key,
          label: `${name} (${kind})`,
        }))}
        value={draft.definitionKey ?? null}
        onChange={(definitionKey) => put(definitionKey ? { definitionKey } : {})}
      />
      <Switch
        label="A cell may hold several rows"
        checked={draft.multiple ?? false}
        onChange={(event) => put({ multiple: event.currentTarget.checked })}
      />
    </>
  )
}

function Expression({ definition, draft, put }: Part & { definition: Definition }) {
  const names = definition.columns.slice(0, 12).map(({ key }) => key)
  return (
    <>
      <Textarea
        label="Formula"
        description="Such as ROUND(amount * 1.35, 2) or IF(stage = &quot;Won&quot;, amount, 0). Saving checks it."
        required
        maxLength={2000}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={draft.expression ?? ''}
        onChange={(event) => put({ expression: event.currentTarget.value })}
      />
      <Text size="xs" c="dimmed">
        Columns by their keys: {names.join(', ')}
        {definition.columns.length > names.length ? ' …' : ''}. Functions: IF, AND, OR, NOT,
        COALESCE, IFERROR, ISBLANK, COUNT, SUM, AVERAGE, MIN, MAX, ABS, ROUND, CEIL, FLOOR, CONCAT,
        TEXT, NUMBER, LEN, UPPER, LOWER, TRIM, LEFT, RIGHT, REPLACE, CONTAINS, DATE, DATE_DIFF,
        DATE_ADD, YEAR, MONTH, DAY, WEEKDAY.
      </Text>
    </>
  )
}
