import {
  ActionIcon,
  Alert,
  Anchor,
  CopyButton,
  Group,
  SegmentedControl,
  Stack,
  Tabs,
  Text,
  Tooltip,
} from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../service/api.ts'
import { IconCheck, IconCopy } from '../../../ui/icons/icons.ts'
import { Advanced } from '../../../ui/layout/advanced.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { CopyField } from '../../../ui/values/copy-field.tsx'
import { type Definition, type Guide, type Key, placeholderOf } from '../board/developer.rules.ts'
import { GuideLink } from '../board/guide-link.tsx'
import { embedSnippet } from '../forms/form-draft.rules.ts'
import classes from './snippets.module.css'
import {
  guideOf,
  type Language,
  languageNames,
  languageNotes,
  languages,
  snippetIn,
} from './snippets.rules.ts'
import { StaleSnippet, useCopied } from './stale-snippet.tsx'

interface Props {
  definition: Definition
  guide: Guide
  of: Key
  secret: string
}

/** The write guide's samples, as code that can be pasted and run. */
export function SnippetsSection({ definition, guide, of: key, secret }: Props) {
  const [{ lang = 'curl' }, change] = useSearchState<{ lang?: Language }>()
  const [sample, setSample] = useState('0')
  const { copied: copiedVersion, noteCopy } = useCopied(key.id)
  const filling = {
    definition,
    guide,
    origin: window.location.origin,
    key: secret || placeholderOf(key),
  }
  return (
    <Section
      title="Send a row"
      description={
        <>
          Uses the current columns of this {definition.kind}. There is a guide for{' '}
          <GuideLink to="automation">n8n, Zapier and Make</GuideLink>. For everything else you can
          send, see the{' '}
          <Anchor href={paths.reference()} target="_blank" inherit underline="always">
            API reference
          </Anchor>
          .
        </>
      }
    >
      <StaleSnippet copied={copiedVersion} guide={guide} />
      {!guide.canWrite && (
        <Alert color="yellow" title="This key can only read">
          Choose or create a key that can write rows.
        </Alert>
      )}
      {guide.columns.every(({ writable }) => !writable) && (
        <Alert color="yellow" title="Keys can’t fill any column yet">
          <AppLink
            to={paths.recordSettings(definition.key, 'columns')}
            c="inherit"
            underline="always"
          >
            Add columns first
          </AppLink>
          . The snippets will then include them.
        </Alert>
      )}
      <Tabs value={lang} onChange={(next) => change({ lang: (next ?? 'curl') as Language })}>
        <Tabs.List>
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {languageNames[language]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => {
          const code = snippetIn(language, filling, Number(sample))
          return (
            <Tabs.Panel key={language} value={language} pt="sm">
              <Stack gap="xs">
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <Text size="sm">
                    {languageNotes[language]}{' '}
                    <GuideLink to={guideOf[language].to}>{guideOf[language].text}</GuideLink>
                  </Text>
                  <Copy
                    code={code}
                    name={languageNames[language]}
                    onCopy={() => noteCopy(guide.version)}
                  />
                </Group>
                {language !== 'html' && (
                  <SegmentedControl
                    aria-label="Sample"
                    size="xs"
                    value={sample}
                    onChange={setSample}
                    data={guide.samples.map(({ title }, at) => ({
                      value: String(at),
                      label: title,
                    }))}
                  />
                )}
                {language === 'html' && <FormsInstead definition={definition} />}
                <Code text={code} name={languageNames[language]} />
                {language === 'html' && <ShownKey readable={key.scopes.includes('read')} />}
              </Stack>
            </Tabs.Panel>
          )
        })}
      </Tabs>
      <Advanced>
        <Text size="sm">
          Guide version <code>{guide.version}</code>. It changes with the columns and with this
          key’s permissions.
        </Text>
      </Advanced>
    </Section>
  )
}

function Code({ text, name }: { text: string; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.code} tabIndex={0} aria-label={`${name} snippet`}>
      <pre>{text}</pre>
    </section>
  )
}

function Copy({ code, name, onCopy }: { code: string; name: string; onCopy: () => void }) {
  return (
    <CopyButton value={code}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon
            variant="default"
            aria-label={copied ? 'Copied' : `Copy the ${name} snippet`}
            onClick={() => {
              copy()
              onCopy()
            }}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** A form of the service, which does the same without a key: the newest that is open, or how to make one. */
function FormsInstead({ definition: { key } }: { definition: Definition }) {
  const { data } = useAnswer('definitions.listForms', { params: { key }, query: { limit: 1000 } })
  const form = data?.data.findLast(({ closedBecause }) => closedBecause === null)
  return (
    <>
      <Text size="sm">
        A form needs no key and no JavaScript:{' '}
        <AppLink to={paths.recordSettings(key, 'forms')} underline="always">
          {form ? 'look at yours' : 'make one'}
        </AppLink>
        .{form && ` Link to ${form.title}, or show it on your page:`}
      </Text>
      {form && <CopyField value={form.url} label="the link" />}
      {form?.embedUrl && <CopyField value={embedSnippet(form)} label="the form’s snippet" block />}
    </>
  )
}

function ShownKey({ readable }: { readable: boolean }) {
  return (
    <Alert color="yellow" title="Anyone who opens the page can read the key">
      {readable
        ? 'This key can read all rows. Use one that can only write rows, and revoke it if it is misused.'
        : 'This key can only write rows, so nobody can read anything with it. Revoke it if it is misused.'}
    </Alert>
  )
}
