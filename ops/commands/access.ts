import { command, type Command } from '../command.ts'
import { facts, table } from '../table.ts'
import { forgetToken, keepToken } from '../token-file.ts'
import { moment } from '../words.ts'

export const accessCommands: Command[] = [
  command({
    name: 'log-in',
    about: 'Sends a code to your mobile, asks you for it and keeps the session for eight hours.',
    arguments: [{ name: 'email', about: 'your e-mail as a member of staff' }],
    options: { code: { value: 'digits', about: 'a code you already have, instead of a new one' } },
    examples: ['log-in staff.ops@demo.example', 'log-in staff.ops@demo.example --code 123456'],
    async run({ api, session, argument: { email }, option, ask }) {
      if (option.code === undefined) await api('POST /api/staff/log-in', { body: { email } })
      const code = option.code ?? (await ask('The code that reached your mobile: '))
      const opened = await api('POST /api/staff/token', { body: { email, code } })
      await keepToken(session.url, opened.token)
      return {
        raw: opened,
        text: `Welcome, ${opened.name}. You are logged in as ${opened.role} until ${moment(opened.expiresAt)}.`,
      }
    },
  }),
  command({
    name: 'log-out',
    about: 'Ends your session and forgets its token.',
    examples: ['log-out', 'log-out --json'],
    async run({ api, session }) {
      const raw = await api('POST /api/staff/log-out')
      await forgetToken(session.url)
      return { raw, text: 'You are logged out.' }
    },
  }),
  command({
    name: 'me',
    about: 'Says who you are logged in as, and where.',
    examples: ['me', 'me --json'],
    async run({ api, session }) {
      const me = await api('GET /api/staff/me')
      return {
        raw: me,
        text: facts([
          ['Name', me.name],
          ['E-mail', me.email],
          ['Role', me.role],
          ['Server', session.url],
        ]),
      }
    },
  }),
  command({
    name: 'audit list',
    about: 'Lists what was done to a customer or an account, or by a member of staff, newest first.',
    arguments: [{ name: 'id', about: 'the id of a customer, an account or a member of staff' }],
    options: { limit: { value: 'count', about: 'how many, at most 500; 100 unless told otherwise' } },
    examples: ['audit list 3f0c…', 'audit list 3f0c… --limit 20'],
    async run({ api, argument: { id }, option: { limit } }) {
      const events = await api('GET /api/staff/audit', { query: { subject: id, limit } })
      const text = table(
        events,
        [
          { title: 'When', value: ({ at }) => moment(at) },
          {
            title: 'Who',
            value: ({ actor, actorKind, impersonatorEmail }) => impersonatorEmail ?? actor ?? actorKind,
          },
          { title: 'What', value: ({ action }) => action },
          {
            title: 'Details',
            value: ({ details }) =>
              Object.entries(details)
                .map(([name, value]) => `${name}: ${value}`)
                .join('; '),
          },
        ],
        'Nothing is on record for this id.',
      )
      return { raw: events, text }
    },
  }),
]
