import { TagsInput, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'

/** What to call a key. */
export const KeyName = (field: GetInputPropsReturnType) => (
  <TextInput
    label="Name"
    description="Who or what will use it, such as “Web form”."
    required
    maxLength={MOST_NAME_CHARS}
    data-autofocus
    {...field}
  />
)

interface LimitsProps {
  expiresAt: GetInputPropsReturnType
  origins: GetInputPropsReturnType
}

/** Until when a key works, and on which websites. */
export const KeyLimits = ({ expiresAt, origins }: LimitsProps) => (
  <>
    <DateField
      label="Expires"
      description="The key stops working then. Leave this empty if it should not expire."
      withTime
      {...expiresAt}
    />
    <TagsInput
      label="Websites that may use it"
      description="Such as https://www.example.com. Press Enter after each. If you name none, any website may."
      placeholder={origins.value.length === 0 ? 'Any' : ''}
      maxTags={20}
      acceptValueOnBlur
      {...origins}
    />
  </>
)

/** When a key expires, from what was typed. */
export const expiryOf = (typed: string): string | null =>
  typed === '' ? null : new Date(typed).toISOString()

/** The websites of a key, from what was typed. */
export const originsOf = (typed: string[]): string[] | null => (typed.length === 0 ? null : typed)
