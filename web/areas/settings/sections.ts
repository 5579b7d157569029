import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { SettingsSection } from '../../paths.ts'
import type { Role } from '../../service/session.ts'
import type { Icon } from '../../ui/icons/icon.ts'
import {
  IconBan,
  IconBuilding,
  IconCode,
  IconEyeOff,
  IconHistory,
  IconKey,
  IconMessage2Share,
  IconTemplate,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '../../ui/icons/icons.ts'

export interface Section {
  key: SettingsSection
  label: string
  icon: Icon
  /** The lowest role that sees it, if it is higher than its topic's. */
  least?: Role
  Component: LazyExoticComponent<ComponentType>
}

/**
 * The settings of a workspace by topic, with the lowest role that sees them; the service checks for itself. Each is
 * loaded when it is opened.
 */
export const sections: { title: string; least: Role; entries: Section[] }[] = [
  {
    title: 'Workspace',
    least: 'viewer',
    entries: [
      {
        key: 'general',
        label: 'General',
        icon: IconBuilding,
        Component: lazy(async () => ({
          default: (await import('./general/general-settings.tsx')).GeneralSettings,
        })),
      },
      {
        key: 'members',
        label: 'Members',
        icon: IconUsers,
        Component: lazy(async () => ({
          default: (await import('./members/members-settings.tsx')).MembersSettings,
        })),
      },
      {
        key: 'teams',
        label: 'Teams',
        icon: IconUsersGroup,
        Component: lazy(async () => ({
          default: (await import('./teams/teams-settings.tsx')).TeamsSettings,
        })),
      },
      {
        key: 'policies',
        label: 'Column policies',
        icon: IconEyeOff,
        Component: lazy(async () => ({
          default: (await import('./policies/policies-settings.tsx')).PoliciesSettings,
        })),
      },
      {
        key: 'audit',
        label: 'Audit log',
        icon: IconHistory,
        Component: lazy(async () => ({
          default: (await import('./audit/audit-settings.tsx')).AuditSettings,
        })),
      },
    ],
  },
  {
    title: 'Conversations',
    least: 'viewer',
    entries: [
      {
        key: 'channels',
        label: 'Channels',
        icon: IconMessage2Share,
        Component: lazy(async () => ({
          default: (await import('./channels/channels-settings.tsx')).ChannelsSettings,
        })),
      },
      {
        key: 'templates',
        label: 'Templates',
        icon: IconTemplate,
        Component: lazy(async () => ({
          default: (await import('./templates/templates-settings.tsx')).TemplatesSettings,
        })),
      },
      {
        key: 'opt-outs',
        label: 'Opt-outs',
        icon: IconBan,
        Component: lazy(async () => ({
          default: (await import('./opt-outs/opt-outs-settings.tsx')).OptOutsSettings,
        })),
      },
    ],
  },
  {
    title: 'Integrations',
    least: 'admin',
    entries: [
      {
        key: 'developer',
        label: 'Developer',
        icon: IconCode,
        Component: lazy(async () => ({
          default: (await import('./developer/developer-settings.tsx')).DeveloperSettings,
        })),
      },
      {
        key: 'webhooks',
        label: 'Webhooks',
        icon: IconWebhook,
        Component: lazy(async () => ({
          default: (await import('./webhooks/webhooks-section.tsx')).WebhooksSection,
        })),
      },
      {
        key: 'access',
        label: 'Access',
        icon: IconKey,
        least: 'admin',
        Component: lazy(async () => ({
          default: (await import('./tokens/access-settings.tsx')).AccessSettings,
        })),
      },
    ],
  },
  {
    title: 'You',
    least: 'viewer',
    entries: [
      {
        key: 'account',
        label: 'My account',
        icon: IconUser,
        Component: lazy(async () => ({
          default: (await import('./account/account-settings.tsx')).AccountSettings,
        })),
      },
    ],
  },
]
