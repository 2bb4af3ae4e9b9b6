import type { Found } from '#contract/staff-find.ts'
import { nearNumbersOf, type NearNumber, type Typed } from '#domain/find.ts'
import type { Database, Db } from '../../platform/database/open.ts'
import { depositsWith, describe, type Match } from './describe.ts'
import { isIndexed, listByNumbers, listNearEmails, listNearNames, type Numbered } from './find.store.ts'

const maxNearMatches = 6

/**
 * Finds near matches: a name spelled differently, a number with one typing error, money that is not yet assigned to a
 * family.
 */
export async function findNearMatches(
  db: Database,
  typed: Typed,
  matches: readonly Match[],
  now: Date,
): Promise<Found[]> {
  const isFound = (match: Match) =>
    matches.some(
      ({ kind, id, accountId }) => kind === match.kind && id === match.id && accountId === match.accountId,
    )
  const [names, emails, numbers, deposits] = await Promise.all([
    nearNames(db, typed),
    nearEmails(db, typed),
    matches.length === 0 ? nearNumbers(db, typed) : [],
    typed.bpayDigits === null ? [] : depositsWith(db, typed.bpayDigits),
  ])
  const near = [...numbers, ...names, ...emails].filter((match) => !isFound(match)).slice(0, maxNearMatches)
  return [...(await describe(db, near, now)), ...deposits]
}

async function nearNames(db: Database, { words }: Typed): Promise<Match[]> {
  if (!isIndexed(words)) return []
  const { people, students, schools } = await db.transaction((tx) => listNearNames(tx, words))
  const near = { by: 'Name', difference: 'Similar name' } as const
  return [
    ...schools.map(({ id }): Match => ({ kind: 'School', id, ...near })),
    ...people.map(({ id }): Match => ({ kind: 'Person', id, ...near })),
    ...students.map(({ accountId, id }): Match => ({ kind: 'Student', id, accountId, ...near })),
  ]
}

async function nearEmails(db: Database, { text }: Typed): Promise<Match[]> {
  if (!/^[^@\s]{2,}@[^@\s]{2,}$/.test(text)) return []
  const hits = await db.transaction((tx) => listNearEmails(tx, text.toLowerCase()))
  return hits.map(({ id }) => ({ kind: 'Person', id, by: 'Email', difference: 'Similar address' }))
}

/** Looks up every number that differs by one typing error; few of them exist. */
async function nearNumbers(db: Db, { text, mobile, bpayDigits }: Typed): Promise<Match[]> {
  const [, shortId] = /^LW(\d{4,12})$/i.exec(text.replaceAll(' ', '')) ?? []
  const near = async (by: Numbered['by'], kind: Match['kind'], digits: string, prefix: string) => {
    const slips = new Map(
      nearNumbersOf(digits).map((slip): [string, NearNumber] => [prefix + slip.text, slip]),
    )
    const hits = await listByNumbers(db, { by, texts: [...slips.keys()] })
    return hits.map(({ id, text: number }): Match => {
      const difference = slips.get(number ?? '')?.difference ?? null
      return { kind, id, by, text: number ?? null, difference }
    })
  }
  const all = await Promise.all([
    shortId === undefined ? [] : near('ShortId', 'Family', shortId, 'LW'),
    bpayDigits === null || mobile?.isWhole ? [] : near('BpayReference', 'Family', bpayDigits, ''),
    mobile?.isWhole ? near('Mobile', 'Person', mobile.beginning.slice(1), '+') : [],
  ])
  return all.flat()
}
