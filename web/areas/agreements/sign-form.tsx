import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { useMay, useSession } from '../../session.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { toastDone } from '../../ui/toasts.tsx'
import { useFormTries } from '../../ui/use-form-tries.ts'
import type { AgreementStanding } from './agreement-words.ts'

/** Signs what is shown: for oneself, or, as an admin or owner, for the workspace too. */
export function SignForm({ standing }: { standing: AgreementStanding }) {
  const { kind, version, documentHash, signed, signedByWorkspace } = standing
  const { account, workspace } = useSession()
  const mayBind = useMay('admin') && !signedByWorkspace
  const queries = useQueryClient()
  const [name, setName] = useState(standing.signerName ?? account.name)
  const [title, setTitle] = useState(standing.signerTitle ?? '')
  // The document that was agreed to: another may come in its place while it is read.
  const [agreed, agree] = useState('')
  const consent = agreed === documentHash
  // Who has signed for themself comes here again only to bind the workspace.
  const [chosen, bind] = useState(false)
  const forWorkspace = mayBind && (chosen || signed)
  const [checked, check] = useState(false)
  const isAsked = !consent && (checked || agreed !== '')
  const sign = useChange('agreements.sign', {
    shown: true,
    outdates: [['agreements']],
    onDone: () => {
      toastDone(forWorkspace ? `Signed for ${workspace.name}` : 'Signed')
      agree('')
      check(false)
      toBeginning()
    },
  })
  const { form, tried, refused } = useFormTries(sign.error)
  if (signed && !mayBind) return null
  const isWhole = consent && name.trim() !== '' && title.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check(true)
    tried()
    if (!isWhole) return
    sign.mutate({
      params: { kind },
      body: {
        version,
        documentHash,
        signerName: name.trim(),
        signerTitle: title.trim(),
        consent: true,
        ...(forWorkspace ? { forWorkspace } : {}),
      },
    })
  }
  const readAnew = () => {
    sign.reset()
    agree('')
    check(false)
    queries.invalidateQueries({ queryKey: ['agreements'] })
    toBeginning()
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="sign">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Title order={2} id="sign">
            {signed ? `Sign for ${workspace.name}` : 'Sign'}
          </Title>
          <Group gap="sm" grow align="flex-start">
            <TextInput
              label="Your full name"
              required
              maxLength={200}
              autoComplete="name"
              error={checked && name.trim() === '' && 'Write your full name.'}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TextInput
              label="Your title"
              required
              maxLength={200}
              placeholder="Managing partner"
              autoComplete="organization-title"
              error={checked && title.trim() === '' && 'Write your title.'}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          </Group>
          {mayBind && !signed && (
            <Checkbox
              label={`Sign for ${workspace.name} too`}
              description="It binds the workspace, and is your own acceptance as well."
              checked={chosen}
              onChange={(event) => bind(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={`I have read version ${version} as it is shown above and agree to it.`}
            aria-invalid={isAsked}
            error={
              isAsked &&
              (agreed === ''
                ? 'Read it, then agree to it here.'
                : 'It has changed since you agreed to it. Read it as it is now.')
            }
            checked={consent}
            onChange={(event) => agree(event.currentTarget.checked ? documentHash : '')}
          />
          <Text size="sm" c="dimmed">
            Kept with your signature: the document as it is shown, the time, your address on the
            network and your browser.
          </Text>
          {refused ? <Refusal error={refused} onReadAnew={readAnew} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={sign.isPending}>
              {forWorkspace ? `Sign for ${workspace.name}` : 'Sign'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/** An agreement is read from its beginning, where it says how it stands, not from the form below it. */
function toBeginning() {
  const page = document.querySelector('main')
  page?.focus()
  page?.scrollTo(0, 0)
}

const remedies: Partial<Record<NonNullable<ReturnType<typeof codeOf>>, string>> = {
  version_changed:
    'Another version took effect, or its text changed, while you were reading. Read it as it is now, then sign that.',
  already_signed: 'It has been signed meanwhile. See how it stands now.',
  not_viewed: 'This version has not been opened yet. Open it as it is now, then sign.',
}

function Refusal({ error, onReadAnew }: { error: unknown; onReadAnew: () => void }) {
  const code = codeOf(error)
  const remedy = code && remedies[code]
  if (!remedy) return <FailureAlert error={error} />
  return (
    <Stack gap="xs" ref={showWhole}>
      <FailureAlert error={error} title="It was not signed" text={remedy} />
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onReadAnew}>
          Show it as it is now
        </Button>
      </Group>
    </Stack>
  )
}

/** The form ends at the lower edge of a phone. */
const showWhole = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' })
