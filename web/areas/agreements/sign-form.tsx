import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { MOST_NAME_CHARS } from '../../../shared/limits.ts'
import { codeOf, useChange } from '../../service/api.ts'
import { useMay, useSession } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { Form } from '../../ui/forms/form.tsx'
import type { AgreementStanding } from './agreement-words.ts'

/** Signs the version shown, for oneself or, as an admin or owner, for the workspace too. */
export function SignForm({ standing }: { standing: AgreementStanding }) {
  const { kind, version, documentHash, signed, signedByWorkspace } = standing
  const { account, workspace } = useSession()
  const mayBind = useMay('admin') && !signedByWorkspace
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
      signerName: standing.signerName ?? account.name,
      signerTitle: standing.signerTitle ?? '',
      // The hash of the document that was agreed to. Another one may replace it while somebody reads.
      agreed: '',
      binds: false,
    },
    validate: {
      signerName: isNotEmpty('Enter your full name.'),
      signerTitle: isNotEmpty('Enter your title.'),
      agreed: (hash) => (hash === documentHash ? null : 'Read the agreement, then check this box.'),
    },
  })
  const { agreed, binds } = form.values
  const isOtherNow = agreed !== '' && agreed !== documentHash
  const notAgreed = isOtherNow
    ? 'It has changed since you agreed to it. Read the new text.'
    : form.errors.agreed
  // Somebody who has already signed for themselves returns only to bind the workspace.
  const forWorkspace = mayBind && (binds || signed)
  const disagree = () => {
    form.setFieldValue('agreed', '')
    form.clearErrors()
    goToTop()
  }
  const sign = useChange('agreements.sign', {
    shown: true,
    outdates: [['agreements']],
    onDone: () => {
      // Today would otherwise show it once more while it asks again.
      queries.removeQueries({ queryKey: ['overviews', 'getToday'] })
      disagree()
    },
  })
  if (signed && !mayBind) return null
  const readAgain = () => {
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
        refusal={(error) => <Refusal error={error} onReadAgain={readAgain} />}
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
            description="This binds the workspace and is also your own acceptance."
            {...form.getInputProps('binds', { type: 'checkbox' })}
          />
        )}
        <Checkbox
          label={`I have read version ${version} as shown above and agree to it.`}
          aria-invalid={Boolean(notAgreed)}
          error={notAgreed}
          checked={agreed === documentHash}
          onChange={(event) =>
            form.setFieldValue('agreed', event.currentTarget.checked ? documentHash : '')
          }
        />
        <Text size="sm" c="dimmed">
          We keep with your signature: the document as shown, the time, your IP address and your
          browser.
        </Text>
      </Form>
    </Paper>
  )
}

/** Goes back to the top of the page, which shows the status, to read from there. */
function goToTop() {
  const page = document.querySelector('main')
  page?.focus()
  page?.scrollTo(0, 0)
}

/** The refusals after which reading the current version helps. */
const outdated: ReturnType<typeof codeOf>[] = ['version_changed', 'already_signed', 'not_viewed']

function Refusal({ error, onReadAgain }: { error: unknown; onReadAgain: () => void }) {
  if (!outdated.includes(codeOf(error))) return <FailureAlert error={error} />
  return (
    <Stack gap="xs" ref={showWhole}>
      <FailureAlert error={error} />
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onReadAgain}>
          Show current version
        </Button>
      </Group>
    </Stack>
  )
}

/** On a phone the refusal would otherwise be below the edge of the screen. */
const showWhole = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' })
