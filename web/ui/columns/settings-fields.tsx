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
import type { UseFormReturnType } from '@mantine/form'
import type { ColumnType } from '../../../shared/column-types.ts'
import { MOST_FORMULA_CHARS } from '../../../shared/limits.ts'
import { fileKinds } from '../../service/failures/file-kinds.rules.ts'
import { useHeads } from '../../service/heads.ts'
import { settingNames } from './column-draft.rules.ts'
import type { Definition } from './definition.ts'
import { OptionsEditor } from './options-editor.tsx'
import type { SettingsDraft } from './settings-draft.ts'

interface Props {
  definition: Definition
  type: ColumnType
  form: UseFormReturnType<SettingsDraft>
  /** Whether the column already exists; then its link target cannot change. */
  exists?: boolean
}

/** The settings that columns of a type have. */
export function SettingsFields({ definition, type, form, exists = false }: Props) {
  const has = (name: keyof SettingsDraft) => settingNames(type).includes(name)
  const draft = form.values
  const bound = (name: 'precision' | 'min' | 'max' | 'maxFiles', label: string, hint?: string) => (
    <NumberInput
      label={label}
      {...(hint ? { description: hint } : {})}
      hideControls
      {...form.getInputProps(name)}
      value={draft[name] ?? ''}
      onChange={(value) => form.setFieldValue(name, value === '' ? null : Number(value))}
    />
  )
  return (
    <>
      {has('options') && (
        <OptionsEditor
          options={draft.options ?? []}
          onChange={(options) => form.setFieldValue('options', options)}
        />
      )}
      {has('allowNewOptions') && (
        <Switch
          label="Allow new options"
          description="If off, any other value is refused."
          {...form.getInputProps('allowNewOptions', { type: 'checkbox' })}
          checked={draft.allowNewOptions ?? false}
        />
      )}
      {has('currency') && (
        <TextInput
          label="Currency"
          description="Its code, such as USD or EUR."
          placeholder={definition.settings.currency}
          maxLength={3}
          {...form.getInputProps('currency')}
          value={draft.currency ?? ''}
          onChange={(event) =>
            form.setFieldValue('currency', event.currentTarget.value.toUpperCase())
          }
        />
      )}
      {has('precision') &&
        bound('precision', 'Decimals', 'How many decimals to keep. Leave empty to keep all.')}
      {has('min') && (
        <Group grow align="flex-start">
          {bound('min', 'Minimum')}
          {bound('max', 'Maximum')}
        </Group>
      )}
      {has('definitionKey') && <LinkTarget form={form} exists={exists} />}
      {has('maxFiles') && bound('maxFiles', 'Maximum files per cell', '1 to 100.')}
      {has('accept') && (
        <MultiSelect
          label="File types"
          description="Leave empty to allow any."
          data={[
            ...fileKinds,
            ...(draft.accept ?? []).filter((type) => !fileKinds.some((one) => one.value === type)),
          ]}
          {...form.getInputProps('accept')}
          value={draft.accept ?? []}
        />
      )}
      {has('expression') && <Expression definition={definition} form={form} />}
    </>
  )
}

function LinkTarget({ form, exists }: Pick<Props, 'form'> & { exists: boolean }) {
  const { heads = [] } = useHeads()
  return (
    <>
      <Select
        label="Links to"
        description={
          exists
            ? 'Cannot be changed. To link to other rows, add another column.'
            : 'The page or board it links to.'
        }
        required
        disabled={exists}
        searchable
        data={heads.map(({ key, name, kind }) => ({
          value: key,
          label: `${name} (${kind})`,
        }))}
        {...form.getInputProps('definitionKey')}
        value={form.values.definitionKey ?? null}
      />
      <Switch
        label="Allow several rows in a cell"
        {...form.getInputProps('multiple', { type: 'checkbox' })}
        checked={form.values.multiple ?? false}
      />
    </>
  )
}

function Expression({ definition, form }: Pick<Props, 'definition' | 'form'>) {
  const names = definition.columns.slice(0, 12).map(({ key }) => key)
  return (
    <>
      <Textarea
        label="Formula"
        description="Such as ROUND(amount * 1.35, 2) or IF(stage = &quot;Won&quot;, amount, 0). It is checked when you save."
        required
        maxLength={MOST_FORMULA_CHARS}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('expression')}
        value={form.values.expression ?? ''}
      />
      <Text size="xs" c="dimmed">
        Column keys: {names.join(', ')}
        {definition.columns.length > names.length ? ' …' : ''}. Functions: IF, AND, OR, NOT,
        COALESCE, IFERROR, ISBLANK, COUNT, SUM, AVERAGE, MIN, MAX, ABS, ROUND, CEIL, FLOOR, CONCAT,
        TEXT, NUMBER, LEN, UPPER, LOWER, TRIM, LEFT, RIGHT, REPLACE, CONTAINS, DATE, DATE_DIFF,
        DATE_ADD, YEAR, MONTH, DAY, WEEKDAY.
      </Text>
    </>
  )
}
