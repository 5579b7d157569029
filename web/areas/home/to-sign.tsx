import { paths } from '../../paths.ts'
import type { Data } from '../../service/api.ts'
import { useSession } from '../../service/session.ts'
import { IconSignature } from '../../ui/icons/icons.ts'
import { AppLink } from '../../ui/links/app-link.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'

type ToSignOf = Data<'overviews.getToday'>['agreements'][number]

/** The agreements that wait for the reader's signature. Without any there is no card. */
export function ToSign({ agreements }: { agreements: readonly ToSignOf[] }) {
  const { workspace } = useSession()
  return (
    <HomeCard
      title="To sign"
      icon={IconSignature}
      to={paths.agreements()}
      toLabel="All agreements"
      count={String(agreements.length)}
    >
      {agreements.map(({ kind, title, version, signed }) => (
        <HomeItem
          key={kind}
          to={paths.agreement(kind)}
          label={title}
          beside={
            <AppLink
              to={paths.agreement(kind)}
              size="sm"
              py={3}
              style={{ whiteSpace: 'nowrap' }}
              aria-label={`Read and sign: ${title}`}
            >
              Read and sign
            </AppLink>
          }
        >
          Version {version} ·{' '}
          {signed ? `not signed for ${workspace.name} yet` : 'needs your signature'}
        </HomeItem>
      ))}
    </HomeCard>
  )
}
