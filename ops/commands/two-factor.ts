import { callCommand } from '../call-command.ts'
import { command, type Command } from '../command.ts'
import { program } from '../program.ts'
import { facts } from '../table.ts'
import { yesNo } from '../words.ts'

const app = {
  value: 'digits',
  about: 'a code from your authenticator app; you are asked for it otherwise',
} as const

export const twoFactorCommands: Command[] = [
  callCommand({
    name: 'two-factor show',
    about: 'Shows whether you log in with an authenticator app, and how many recovery codes are left.',
    call: 'GET /api/staff/two-factor',
    examples: ['two-factor show'],
    text: (raw) =>
      facts([
        ['Authenticator app', raw.isEnrolled ? 'set up' : 'none'],
        ['Required of all staff', yesNo(raw.isRequired)],
        ['Recovery codes left', String(raw.recoveryCodesLeft)],
      ]),
  }),
  command({
    name: 'two-factor enrol',
    about: 'Sets up an authenticator app, which you then need at every log-in, and gives you recovery codes.',
    isChange: true,
    examples: ['two-factor enrol --reason "First set-up"'],
    async run({ api, reason, note, ask }) {
      const { key, url } = await api('POST /api/staff/two-factor', { body: { reason } })
      note(`Add this key to your authenticator app:\n\n  ${inGroups(key)}\n\nOr open this in it: ${url}\n`)
      const totp = await ask('The code that it shows now: ')
      const raw = await api('POST /api/staff/two-factor/confirm', { body: { totp, reason } })
      return { raw, text: `Your authenticator app is set up.\n\n${listed(raw.recoveryCodes)}` }
    },
  }),
  command({
    name: 'two-factor recovery-codes',
    about: 'Gives you new recovery codes; the former ones no longer work.',
    options: { app },
    isChange: true,
    examples: [
      'two-factor recovery-codes --reason "Nearly used up"',
      'two-factor recovery-codes --app 123456 --reason "Lost the list"',
    ],
    async run({ api, reason, option, ask }) {
      const totp = option.app ?? (await ask('A code from your authenticator app: '))
      const raw = await api('POST /api/staff/two-factor/recovery-codes', { body: { totp, reason } })
      return { raw, text: listed(raw.recoveryCodes) }
    },
  }),
  command({
    name: 'two-factor remove',
    about:
      'Removes your authenticator app and your recovery codes, for example before you change your phone.',
    options: { app: { ...app, about: `${app.about}; a recovery code will do too` } },
    isChange: true,
    warning: 'You will log in with a text message alone.',
    examples: [
      'two-factor remove --reason "New phone"',
      'two-factor remove --app 123456 --reason "New phone" --yes',
    ],
    async run({ api, reason, option, ask }) {
      const given = option.app ?? (await ask('A code from your authenticator app, or a recovery code: '))
      const raw = await api('POST /api/staff/two-factor/remove', { body: { ...secondProof(given), reason } })
      return { raw, text: `Removed. Set it up again with: ${program} two-factor enrol` }
    },
  }),
  callCommand({
    name: 'two-factor reset',
    about:
      'Removes the authenticator app of a colleague who has lost it, and ends their sessions. They are notified.',
    call: 'POST /api/staff/members/:staffId/reset-two-factor',
    warning: 'Make sure that the request really comes from them. They will log in with a text message alone.',
    examples: ['two-factor reset ana@example.org --reason "Lost her phone, spoke with her"'],
    text: ({ name }) => `${name} now logs in with a text message alone, and gets an email about it.`,
  }),
]

/** Six digits are from the app; everything else is meant as a recovery code. */
export function secondProof(typed: string): { totp: string } | { recoveryCode: string } {
  return /^\d{6}$/.test(typed) ? { totp: typed } : { recoveryCode: typed }
}

const inGroups = (key: string) => key.replaceAll(/.{4}(?=.)/g, '$& ')

function listed(codes: readonly string[]): string {
  const lines = codes.map((code) => `  ${code}`).join('\n')
  return `Recovery codes, each for one log-in without the app or without a text message:\n\n${lines}\n\nKeep them where only you can read them, not on your phone. They are not shown again.`
}
