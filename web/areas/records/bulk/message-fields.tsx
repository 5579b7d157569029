import { Anchor, SegmentedControl, Select, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../service/api.ts'
import { MergeWordsFields } from '../../../ui/writing/merge-words.tsx'
import type { Definition } from '../list/types.ts'
import type { Medium, MessageDraft } from './message-draft.rules.ts'

interface Props {
  definition: Definition
  medium: Medium
  /** What such a message is called. */
  one: string
  draft: MessageDraft
  onChange: (change: (before: MessageDraft) => MessageDraft) => void
}

/** Writes a message to many people, or chooses a template. */
export function MessageFields({ definition, medium, one, draft, onChange }: Props) {
  const { how, words, templateId } = draft
  const templates = usePages('templates.list', { query: { medium, limit: 200 } })
  const fitting = templates.items.filter(({ definition_key: key }) => key === definition.key)
  return (
    <>
      <SegmentedControl
        aria-label="Message"
        w="fit-content"
        data={[
          { value: 'words', label: `Write the ${one}` },
          { value: 'template', label: 'Use a template' },
        ]}
        value={how}
        onChange={(next) => onChange((before) => ({ ...before, how: next as typeof how }))}
      />
      {how === 'words' ? (
        <MergeWordsFields
          medium={medium}
          definitionKey={definition.key}
          label="Message"
          words={words}
          onChange={(change) =>
            onChange((before) => ({ ...before, words: { ...before.words, ...change } }))
          }
        />
      ) : templates.isSuccess && fitting.length === 0 ? (
        // In a tab of its own, because the selection here would be lost.
        <Text size="sm">
          No {one} templates for {definition.name} yet.{' '}
          <Anchor href={paths.settings('templates')} target="_blank" data-autofocus>
            Create one in a new tab
          </Anchor>
        </Text>
      ) : (
        <Select
          label="Template"
          placeholder="Choose a template"
          searchable
          data-autofocus
          data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
          value={templateId}
          onChange={(next) => onChange((before) => ({ ...before, templateId: next }))}
        />
      )}
    </>
  )
}
