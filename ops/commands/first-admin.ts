import { systemClock } from '#server/platform/clock.ts'
import { readDatabaseUrl } from '#server/platform/config.ts'
import { databaseFault } from '#server/platform/database/reach.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { appointFirstAdmin } from '#server/people/staff-access/members.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { program } from '../program.ts'

/** The only command that uses the database directly: nobody can log in before the first admin exists. */
export const firstAdminCommands: Command[] = [
  command({
    name: 'first-admin',
    about: 'Appoints the first admin of a new installation, in the database that DATABASE_URL names.',
    options: {
      email: { value: 'email', about: 'how they log in', isRequired: true },
      name: { value: 'name', about: 'first and last name', isRequired: true },
      mobile: { value: 'number', about: 'where log-in codes go, like +61491570156', isRequired: true },
    },
    examples: ['first-admin --email ana@example.org --name "Ana Lim" --mobile +61491570156'],
    async run({ option }) {
      const email = option.email.trim().toLowerCase()
      const { name, mobile } = option
      if (!email.includes('@')) throw new OpsFailure('usage', `"${email}" is not an e-mail address.`)
      if (!/^\+[1-9]\d{6,14}$/.test(mobile))
        throw new OpsFailure('usage', `"${mobile}" is not a mobile number.`, 'Write it like +61491570156.')
      const isFirst = await appoint({ email, name, mobile })
      if (!isFirst)
        throw new OpsFailure(
          'refused',
          'There is already an admin, or someone with this email.',
          `Have an admin do it: ${program} staff add --help`,
        )
      return {
        raw: { email, name, role: 'admin' },
        text: `${name} can now log in as admin: ${program} log-in ${email}`,
      }
    },
  }),
]

async function appoint(person: { email: string; name: string; mobile: string }): Promise<boolean> {
  const url = databaseUrl()
  const fault = await databaseFault(url)
  if (fault !== undefined) throw new OpsFailure('noConnection', fault)
  const db = openDatabase(url, { connections: 1 })
  try {
    return await appointFirstAdmin({ db, clock: systemClock }, person)
  } finally {
    await db.close()
  }
}

function databaseUrl(): string {
  try {
    return readDatabaseUrl()
  } catch (error) {
    throw new OpsFailure(
      'usage',
      (error as Error).message,
      `Name the database: DATABASE_URL=postgres://… ${program} first-admin …`,
    )
  }
}
