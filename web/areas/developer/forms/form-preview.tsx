import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { formPage, thanksPage } from '../../../../shared/forms/pages.ts'
import { useSession } from '../../../service/session.ts'
import { SandboxedPage, styleNonce } from '../../../ui/html/sandboxed-html.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { askedOf, type FormDraft } from './form-draft.rules.ts'
import classes from './forms.module.css'

const PAUSE_MS = 250
const screens = { phone: 390, desktop: 1024 }
type Screen = keyof typeof screens

/** The form's page as it is typed, made by the same rules as the one that is sent. */
export function FormPreview({ draft, definition }: { draft: FormDraft; definition: Definition }) {
  const { workspace } = useSession()
  const [screen, setScreen] = useState<Screen>('phone')
  const [part, setPart] = useState<'form' | 'thanks'>('form')
  const { ref, width } = useElementSize()
  // Each change loads the frame again.
  const [shown] = useDebouncedValue(draft, PAUSE_MS)
  const around = {
    desk: workspace.name,
    color: definition.color,
    embedded: false,
    nonce: styleNonce(),
  }
  const html =
    part === 'thanks' && shown.after === 'thanks'
      ? thanksPage(around, shown.thanks.trim() || null, '')
      : formPage(around, {
          title: shown.title.trim() || 'Title',
          intro: shown.intro.trim() || null,
          asked: askedOf(shown.columns, definition.columns),
          drafts: shown.drafts,
          action: '',
          stamp: '',
          once: '',
          proof: '',
          draft: '',
          typed: new Map(),
          files: new Map(),
          problems: new Map(),
          notice: undefined,
          script: undefined,
          maxFileBytes: undefined,
        })
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label="Screen"
          size="xs"
          value={screen}
          onChange={(next) => setScreen(next as Screen)}
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
          ]}
        />
        {draft.after === 'thanks' && (
          <SegmentedControl
            aria-label="Page"
            size="xs"
            value={part}
            onChange={(next) => setPart(next as typeof part)}
            data={[
              { value: 'form', label: 'Form' },
              { value: 'thanks', label: 'After sending' },
            ]}
          />
        )}
      </Group>
      <div ref={ref} className={classes.screen}>
        {width > 0 && (
          <SandboxedPage
            html={html}
            title="Preview of the form"
            width={screens[screen]}
            room={width}
            height={screen === 'phone' ? 640 : 480}
          />
        )}
      </div>
    </Stack>
  )
}
