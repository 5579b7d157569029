import type { Mail } from '../../../platform/system-mail.ts'

/** The email with an invitation. */
export const invitationMail = (
  { email, inviteUrl }: { email: string; inviteUrl: string },
  workspaceName: string,
  by: string,
): Mail => ({
  to: email,
  subject: `${inLine(by)} invited you to ${inLine(workspaceName)}`,
  text: `${inLine(by)} invited you to the workspace ${inLine(workspaceName)} on Sourcebook.

To accept, open this link within 7 days. It works once:

${inviteUrl}

If you don't know what this is about, you can ignore this email.
`,
})

/** The email to somebody who forgot their password. */
export const resetMail = (email: string, url: string): Mail => ({
  to: email,
  subject: 'Choose a new password for Sourcebook',
  text: `Somebody, probably you, asked for a new password for ${email} on Sourcebook.

To choose one, open this link within an hour. It works once:

${url}

If it was not you, you can ignore this email: your password stays as it is.
`,
})

/** A name on one line, so that its author cannot add lines that look like ours. */
const inLine = (name: string): string => name.replace(/\s+/g, ' ').trim()
