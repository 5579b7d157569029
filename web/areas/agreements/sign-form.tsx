import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { codeOf, useChange } from '../../api.ts'
import { useMay, useSession } from '../../session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toastDone } from '../../ui/toasts/toasts.tsx'
import type { AgreementStanding } from './agreement-words.ts'

/** Signs what is shown: for oneself, or, as an admin or owner, for the workspace too. */
export function SignForm({ standing }: { standing: AgreementStanding }) {
  const { kind, version, documentHash, signed, signedByWorkspace } = standing
  const { account, workspace } = useSession()
  const mayBind = useMay('admin') && !signedByWorkspace
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
      signerName: standing.signerName ?? account.name,
      signerTitle: standing.signerTitle ?? '',
      // The document that was agreed to: another may come in its place while it is read.
      agreed: '',
      binds: false,
    },
    validate: {
      signerName: isNotEmpty('Enter your full name.'),
      signerTitle: isNotEmpty('Enter your title.'),
      agreed: (hash) => (hash === documentHash ? null : 'Read it, then agree to it here.'),
    },
  })
  const { agreed, binds } = form.values
  const isOtherNow = agreed !== '' && agreed !== documentHash
  const notAgreed = isOtherNow
    ? 'It has changed since you agreed to it. Read it as it is now.'
    : form.errors.agreed
  // Somebody who has signed for themself comes here again only to bind the workspace.
  const forWorkspace = mayBind && (binds || signed)
  const disagree = () => {
    form.setFieldValue('agreed', '')
    form.clearErrors()
    toBeginning()
  }
  const sign = useChange('agreements.sign', {
    shown: true,
    outdates: [['agreements']],
    onDone: () => {
      toastDone(forWorkspace ? `Signed for ${workspace.name}` : 'Signed')
      disagree()
    },
  })
  if (signed && !mayBind) return null
  const readAnew = () => {
    sign.reset()
    queries.invalidateQueries({ queryKey: ['agreements'] })
    disagree()
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="sign">
      <Form
        form={form}
        saving={sign}
        gap="sm"
        refusal={(error) => <Refusal error={error} onReadAnew={readAnew} />}
        onSubmit={({ signerName, signerTitle }) =>
          sign.mutate({
            params: { kind },
            body: {
              version,
              documentHash,
              signerName: signerName.trim(),
              signerTitle: signerTitle.trim(),
              consent: true,
              ...(forWorkspace ? { forWorkspace } : {}),
            },
          })
        }
        buttons={
          <Group justify="flex-end">
            <Button type="submit" loading={sign.isPending}>
              {forWorkspace ? `Sign for ${workspace.name}` : 'Sign'}
            </Button>
          </Group>
        }
      >
        <Title order={2} id="sign">
          {signed ? `Sign for ${workspace.name}` : 'Sign'}
        </Title>
        <Group gap="sm" grow align="flex-start">
          <TextInput
            label="Your full name"
            required
            maxLength={MOST_NAME_CHARS}
            autoComplete="name"
            {...form.getInputProps('signerName')}
          />
          <TextInput
            label="Your title"
            required
            maxLength={MOST_NAME_CHARS}
            placeholder="Managing partner"
            autoComplete="organization-title"
            {...form.getInputProps('signerTitle')}
          />
        </Group>
        {mayBind && !signed && (
          <Checkbox
            label={`Sign for ${workspace.name} too`}
            description="It binds the workspace, and is your own acceptance as well."
            {...form.getInputProps('binds', { type: 'checkbox' })}
          />
        )}
        <Checkbox
          label={`I have read version ${version} as it is shown above and agree to it.`}
          aria-invalid={Boolean(notAgreed)}
          error={notAgreed}
          checked={agreed === documentHash}
          onChange={(event) =>
            form.setFieldValue('agreed', event.currentTarget.checked ? documentHash : '')
          }
        />
        <Text size="sm" c="dimmed">
          Kept with your signature: the document as it is shown, the time, your network address and
          your browser.
        </Text>
      </Form>
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
