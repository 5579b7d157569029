import type { ReactNode } from 'react'
import { sections } from '../../areas/settings/sections.ts'
import { paths } from '../../paths.ts'
import { type Role, useMay } from '../../service/session.ts'
import { IconArrowLeft } from '../../ui/icons/icons.ts'
import { Entry, Heading, pictured } from './navigation.tsx'

/** The settings in place of the desk's places, and the way back to where somebody was. */
export function SettingsNavigation({ back }: { back: string }) {
  return (
    <>
      <Entry to={back} label="Back to the desk" icon={pictured(IconArrowLeft)} />
      {sections.map(({ title, least, entries }) => (
        <ForRole key={title} least={least}>
          <Heading title={title} />
          {entries.map(({ key, label, icon, least: leastOf = least }) => (
            <ForRole key={key} least={leastOf}>
              <Entry to={paths.settings(key)} label={label} icon={pictured(icon)} />
            </ForRole>
          ))}
        </ForRole>
      ))}
    </>
  )
}

function ForRole({ least, children }: { least: Role; children: ReactNode }) {
  return useMay(least) ? children : null
}
