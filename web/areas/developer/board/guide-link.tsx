import { Anchor } from '@mantine/core'
import { type GuideName, paths } from '../../../paths.ts'

interface Props {
  to: GuideName
  children: string
}

/** A guide, in a tab of its own: the secrets that are shown here are forgotten when the page is left. */
export function GuideLink({ to, children }: Props) {
  return (
    <Anchor href={paths.guide(to)} target="_blank" inherit underline="always">
      {children}
    </Anchor>
  )
}
