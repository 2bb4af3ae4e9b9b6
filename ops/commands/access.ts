import { callCommand } from '../call-command.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import type { StaffContract } from '#contract/staff.ts'
import type { Api } from '../api.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { program } from '../program.ts'
import { facts } from '../table.ts'
import { forgetToken, keepToken } from '../token-file.ts'
import { companyMoment } from '../words.ts'
import { secondProof } from './two-factor.ts'

export const accessCommands: Command[] = [
  command({
    name: 'log-in',
    about: 'Sends a code to your mobile, asks you for it and keeps the session.',
    arguments: [{ name: 'email', about: 'your e-mail as a member of staff' }],
    options: {
      code: { value: 'digits', about: 'a code you already have, instead of a new one' },
      app: { value: 'digits', about: 'a code from your authenticator app, if you have one' },
      'recovery-code': { value: 'code', about: 'one of your recovery codes, in place of one of the others' },
      'without-text': {
        about: 'when no text message arrives: with your authenticator app and a recovery code',
      },
    },
    examples: ['log-in staff.ops@demo.example', 'log-in staff.ops@demo.example --without-text'],
    async run({ api, session, argument: { email }, option, ask }) {
      const isWithoutText = option['without-text']
      if (!isWithoutText && option.code === undefined) await sendCode(api, email)
      const first = isWithoutText
        ? {
            totp: option.app ?? (await ask('A code from your authenticator app: ')),
            recoveryCode: option['recovery-code'] ?? (await ask('One of your recovery codes: ')),
          }
        : {
            code: option.code ?? (await ask('The code that reached your mobile: ')),
            totp: option.app,
            recoveryCode: option['recovery-code'],
          }
      const opened = await openSession(api, { email, ...first }, ask)
      await keepToken(session.tokenFile, session.url, opened.token)
      const welcome = `Welcome, ${opened.name}. You are logged in as ${opened.role} until ${companyMoment(opened.expiresAt)}, or until half an hour without a command.`
      const toDo = `Set up two-factor authentication to continue: ${program} two-factor enrol --reason "First set-up"`
      return { raw: opened, text: opened.mustEnrol ? `${welcome}\n${toDo}` : welcome }
    },
  }),
  command({
    name: 'log-out',
    about: 'Ends your session and forgets its token.',
    examples: ['log-out'],
    async run({ api, session }) {
      const raw = await api('POST /api/staff/log-out')
      await forgetToken(session.tokenFile, session.url)
      return { raw, text: 'You are logged out.' }
    },
  }),
  callCommand({
    name: 'me',
    about: 'Shows who you are logged in as, and where.',
    call: 'GET /api/staff/me',
    examples: ['me'],
    text: (me, _, session) =>
      facts([
        ['Name', me.name],
        ['E-mail', me.email],
        ['Role', me.role],
        ['Server', session.url],
      ]),
  }),
]

/** Too soon for another code: the last one still works, so it is asked for. */
async function sendCode(api: Api, email: string): Promise<void> {
  try {
    await api('POST /api/staff/log-in', { body: { email } })
  } catch (error) {
    if (!(error instanceof OpsFailure && error.code === 'code_just_sent')) throw error
  }
}

type Proofs = RequestOf<StaffContract['POST /api/staff/token']>['body']

/** Asks for the second factor only once the server wants it. */
async function openSession(api: Api, proofs: Proofs, ask: (question: string) => Promise<string>) {
  try {
    return await api('POST /api/staff/token', { body: proofs })
  } catch (error) {
    if (!(error instanceof OpsFailure && error.code === 'second_factor_needed')) throw error
    const second = await ask('A code from your authenticator app, or a recovery code: ')
    return api('POST /api/staff/token', { body: { ...proofs, ...secondProof(second) } })
  }
}
