import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../service/api.ts'
import { IconDownload, IconPrinter } from '../../ui/icons/icons.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { CopyField } from '../../ui/values/copy-field.tsx'
import { Time } from '../../ui/values/time.tsx'
import { type AgreementStanding, fundingText } from './agreement-words.ts'

const sources = {
  version: 'as in this version',
  override: 'as agreed with this workspace',
  none: '',
}

/** The state of an agreement, what was agreed, and the evidence. */
export function AgreementFacts({ standing }: { standing: AgreementStanding }) {
  const { data: workspace } = useAnswer('workspace.getWorkspace', {})
  const currency = workspace?.data.currency ?? 'USD'
  const { kind, minimumFunding, agreedMinimumFunding, viewCount } = standing
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="agreement-facts">
      <Stack gap="sm">
        <Title order={2} id="agreement-facts">
          Status
        </Title>
        <Facts>
          <Fact name="You">
            {standing.signedAt ? (
              <>
                Signed as {standing.signerName}, {standing.signerTitle},{' '}
                <Time at={standing.signedAt} as="moment" />
              </>
            ) : (
              'Not signed'
            )}
          </Fact>
          <Fact name="Workspace">
            {standing.workspaceSignedAt ? (
              <>
                Signed by {standing.workspaceSigner},{' '}
                <Time at={standing.workspaceSignedAt} as="moment" />
              </>
            ) : (
              'Not signed yet. An admin or owner can sign.'
            )}
          </Fact>
          <Fact name="Minimum funding">
            {fundingText(minimumFunding, currency)}
            {minimumFunding.source !== 'none' && `, ${sources[minimumFunding.source]}`}
          </Fact>
          {agreedMinimumFunding && (
            <Fact name="Agreed minimum">
              {fundingText(agreedMinimumFunding, currency)}, as signed
            </Fact>
          )}
          {standing.firstViewedAt && (
            <>
              <Fact name="First opened">
                <Time at={standing.firstViewedAt} as="moment" />
              </Fact>
              <Fact name="Last opened">
                <Time at={standing.lastViewedAt} as="moment" />
              </Fact>
              <Fact name="Opened">{viewCount === 1 ? 'once' : `${viewCount} times`}</Fact>
            </>
          )}
        </Facts>
        <div>
          <Text size="sm" c="dimmed">
            SHA-256 of the signed document
          </Text>
          <CopyField value={standing.documentHash} label="the hash of the document" />
        </div>
        <div>
          <Text size="sm" fw={600}>
            Evidence
          </Text>
          <Text size="sm" c="dimmed" mb={4}>
            What was shown, its hash, who opened it and who signed it.
          </Text>
          <Stack gap={0} align="flex-start">
            <Anchor href={paths.agreementEvidence(kind, 'html')} size="sm" py={3}>
              <IconPrinter size={14} aria-hidden /> Download as a page to print
            </Anchor>
            <Anchor
              href={paths.agreementEvidence(kind, 'json')}
              download={`${kind}-evidence.json`}
              size="sm"
              py={3}
            >
              <IconDownload size={14} aria-hidden /> Download as JSON
            </Anchor>
          </Stack>
        </div>
      </Stack>
    </Paper>
  )
}
