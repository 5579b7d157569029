import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../service/api.ts'
import { AppLink } from '../../../ui/links/app-link.tsx'

/** Another obligation, by its title. */
export function ObligationLink({ id }: { id: number }) {
  const { data } = useAnswer('obligations.get', { params: { id } })
  return (
    <AppLink to={paths.obligation(id)} inherit>
      {data?.data.title ?? `Obligation ${id}`}
    </AppLink>
  )
}
