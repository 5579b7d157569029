import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { paths } from '../../../paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { type BoardForm, closedWords, embedSnippet } from './form-draft.rules.ts'
import classes from './forms.module.css'

const QrCode = lazy(() => import('./qr-code.tsx').then((m) => ({ default: m.QrCode })))

interface Props {
  definitionKey: string
  of: BoardForm
  /** Whether the reader can change the form. */
  mayChange: boolean
}

/** Where the form is: its address, as a code for phones, and in a frame of other sites. */
export function ShareSection({ definitionKey, of: form, mayChange }: Props) {
  return (
    <Section
      title="Share"
      description="Anybody with the link can fill it in, without an account. What they send becomes a new row here."
    >
      {form.closedBecause && (
        <Alert color="yellow" title="The form is closed">
          {closedWords[form.closedBecause]}
        </Alert>
      )}
      <div className={classes.share}>
        <Stack gap="sm" miw={0}>
          <div>
            <Text size="sm" fw={500} mb={4}>
              Link
            </Text>
            <CopyField value={form.url} label="the link" />
          </div>
          <Group>
            <Button component="a" href={form.url} target="_blank" rel="noopener" variant="default">
              Open the form
            </Button>
            <AppLink to={paths.receiptsOf(definitionKey, `form:${form.id}`)} size="sm">
              What came in
            </AppLink>
          </Group>
          {form.embedUrl ? (
            <div>
              <Text size="sm" fw={500} mb={4}>
                For {form.origins.join(', ')}
              </Text>
              <CopyField value={embedSnippet(form)} label="the snippet" block />
            </div>
          ) : (
            mayChange && (
              <Text size="sm" c="dimmed">
                To show it on a page of your website, name the website below.
              </Text>
            )
          )}
        </Stack>
        <Suspense fallback={<Skeleton width={148} height={170} />}>
          <QrCode of={form.url} name={form.title} />
        </Suspense>
      </div>
    </Section>
  )
}
