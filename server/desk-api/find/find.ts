import { findGroups, type FindGroup, type FindResult, type Found } from '#contract/staff-find.ts'
import { readTyped, whyNothing, type FindMatch, type Typed } from '#domain/find.ts'
import type { Db } from '../../platform/database/open.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'
import { listIds } from '../../people/staff-access/short-ids.reads.ts'
import { rangeOf } from '../../people/staff-access/short-ids.ts'
import { findNearMatches } from './close.ts'
import { describe, type Match } from './describe.ts'
import {
  listFamiliesByLastDigits,
  listFamiliesByProviderId,
  listFamiliesByReference,
  listFamiliesByShortId,
  listFamiliesOfMatches,
  listOpenRequestsOf,
  listPaymentsByProviderId,
  listPeopleByEmail,
  listPeopleByMobile,
  listPeopleByName,
  listSchoolsByName,
  listStudentsByName,
  maxCounted,
  type Hit,
} from './find.store.ts'

const maxShown = 5
/** With fewer people than this, similar names are shown too. */
const fewPeople = 3

/** Finds everything that matches the text, best matches first. */
export async function find(deps: BasicDeps, viewer: Viewer, text: string): Promise<FindResult> {
  const { db, clock } = deps
  const typed = readTyped(text)
  const now = clock()
  const matches = await matchesOf(db, typed)
  const matchGroups = findGroups.map((group) => ({ group, all: matches[group] }))
  const groups = await Promise.all(
    matchGroups.map(async ({ group, all }) => ({
      group,
      count: Math.min(all.length, maxCounted),
      isMore: all.length > maxCounted,
      items: await describe(db, all.slice(0, maxShown), now),
    })),
  )
  const filled = groups.filter(({ items }) => items.length > 0)
  const isFew = matches.People.length < fewPeople && matches.Families.length < fewPeople
  const close = isFew ? await findNearMatches(db, typed, Object.values(matches).flat(), now) : []
  const result = { groups: filled, close, nothing: filled.length === 0 ? whyNothing(typed) : null }
  await record(deps, viewer, [...filled.flatMap(({ items }) => items), ...close], typed.text)
  return result
}

/** Describes the pages opened lately. The browser stores only their ids, so that no name is on its disk. */
export async function describeOpened(
  deps: BasicDeps,
  viewer: Viewer,
  opened: { families: readonly string[]; payments: readonly string[]; schools: readonly string[] },
): Promise<Found[]> {
  const as = (kind: Match['kind'], ids: readonly string[]) => ids.map((id): Match => ({ kind, id, by: 'Id' }))
  const matches = [
    ...as('Family', opened.families),
    ...as('Payment', opened.payments),
    ...as('School', opened.schools),
  ]
  const described = await describe(deps.db, matches, deps.clock())
  await record(deps, viewer, described, 'Lately opened')
  return described
}

/** Records the view of each person and family shown, as every search does. */
async function record(deps: BasicDeps, viewer: Viewer, shown: readonly Found[], text: string): Promise<void> {
  const subjectIds = shown.flatMap((item) => {
    if (item.kind === 'Person') return item.customerId
    return 'accountId' in item ? item.accountId : []
  })
  await recordView(deps, viewer, { subjectIds, action: 'Found', details: { text } })
}

type Matches = Record<FindGroup, Match[]>

async function matchesOf(db: Db, typed: Typed): Promise<Matches> {
  const [named, numbered, byId] = await Promise.all([
    byName(db, typed),
    byNumber(db, typed),
    byOurId(db, typed),
  ])
  const all = (group: FindGroup) => unique([...numbered[group], ...named[group], ...byId[group]])
  const families = all('Families')
  const requests =
    families.length === 0
      ? []
      : await listOpenRequestsOf(
          db,
          families.slice(0, maxShown).map(({ id }) => id),
        )
  return {
    Families: families,
    People: all('People'),
    Students: all('Students'),
    Payments: unique([
      ...all('Payments'),
      ...requests.map(({ id }): Match => ({ kind: 'Request', id, by: families[0]?.by ?? 'Name' })),
    ]),
    Schools: all('Schools'),
  }
}

/** Removes repeated matches and keeps the first, which is the better one. */
function unique(matches: readonly Match[]): Match[] {
  const keyOf = ({ kind, id, accountId }: Match) => `${kind} ${id} ${accountId ?? ''}`
  const first = new Map<string, Match>()
  for (const match of matches) if (!first.has(keyOf(match))) first.set(keyOf(match), match)
  return [...first.values()]
}

const none: Matches = { Families: [], People: [], Students: [], Payments: [], Schools: [] }

const as = (kind: Match['kind'], by: FindMatch, hits: readonly Hit[]) =>
  hits.map(({ id, text }): Match => ({ kind, id, by, text: text ?? null }))

async function byName(db: Db, { text, words, emailBeginning }: Typed): Promise<Matches> {
  const typed = text.toLowerCase()
  const [people, students, schools, addressed] = await Promise.all([
    words.length > 0 ? listPeopleByName(db, typed, words) : [],
    words.length > 0 ? listStudentsByName(db, typed, words) : [],
    words.length > 0 ? listSchoolsByName(db, typed, words) : [],
    emailBeginning === null ? [] : listPeopleByEmail(db, emailBeginning),
  ])
  const familiesOf = (customers: readonly Hit[], accountIds: readonly string[]) =>
    customers.length + accountIds.length === 0
      ? []
      : listFamiliesOfMatches(db, { customerIds: customers.map(({ id }) => id), accountIds, text: typed })
  const [named, written] = await Promise.all([
    familiesOf(
      people,
      students.map(({ accountId }) => accountId),
    ),
    familiesOf(addressed, []),
  ])
  return {
    ...none,
    Families: [...as('Family', 'Name', named), ...as('Family', 'Email', written)],
    People: [...as('Person', 'Name', people), ...as('Person', 'Email', addressed)],
    Students: students.map(({ accountId, id }) => ({ kind: 'Student', id, accountId, by: 'Name' })),
    Schools: as('School', 'Name', schools),
  }
}

async function byNumber(db: Db, typed: Typed): Promise<Matches> {
  const { mobile, shortIdBeginning, bpayDigits, lastDigits, providerId } = typed
  const [people, numbered, referenced, methods, atProvider, payments] = await Promise.all([
    mobile ? listPeopleByMobile(db, mobile.beginning) : [],
    shortIdBeginning === null ? [] : listFamiliesByShortId(db, shortIdBeginning),
    bpayDigits === null ? [] : listFamiliesByReference(db, bpayDigits),
    lastDigits === null ? [] : listFamiliesByLastDigits(db, lastDigits),
    providerId === null ? [] : listFamiliesByProviderId(db, providerId),
    providerId === null ? [] : listPaymentsByProviderId(db, providerId),
  ])
  const customerIds = people.map(({ id }) => id)
  const called =
    people.length === 0 ? [] : await listFamiliesOfMatches(db, { customerIds, accountIds: [], text: '' })
  return {
    ...none,
    Families: [
      ...as('Family', 'ShortId', numbered),
      ...as('Family', 'LastDigits', methods),
      ...as('Family', 'BpayReference', referenced),
      ...as('Family', 'ProviderId', atProvider),
      ...as('Family', 'Mobile', called),
    ],
    People: as('Person', 'Mobile', people),
    Payments: payments.map(({ id }) => ({ kind: 'Payment', id, by: 'ProviderId', text: providerId })),
  }
}

async function byOurId(db: Db, { idBeginning }: Typed): Promise<Matches> {
  if (idBeginning === null) return none
  const range = rangeOf(idBeginning)
  const [families, people, payments, requests, schools] = await Promise.all(
    (['Account', 'Customer', 'Payment', 'PaymentRequest', 'School'] as const).map((kind) =>
      listIds(db, kind, range, null),
    ),
  )
  const found = (kind: Match['kind'], ids: readonly string[] = []) =>
    ids.map((id): Match => ({ kind, id, by: 'Id', text: id }))
  return {
    ...none,
    Families: found('Family', families),
    People: found('Person', people),
    Payments: [...found('Payment', payments), ...found('Request', requests)],
    Schools: found('School', schools),
  }
}
