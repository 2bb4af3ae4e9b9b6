import type { Care, CareRequest } from '#contract/care.ts'
import { dateIn, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { careDays, careReference } from '#domain/care.ts'
import { cents, toDecimal, type Cents } from '#domain/money.ts'
import { changeableUntil } from '#domain/plan/changes/coming.ts'
import { collectionDays } from '#domain/plan/next-payment.ts'
import { owingOf, shownPayments } from '#domain/plan/plan-payments.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { filled } from '#domain/texts.ts'
import { bankCalendarOf } from '../../platform/bank-calendars.ts'
import type { Deps, ReadDeps } from '../../platform/deps.ts'
import { refreshHolidays } from '../holidays/known-holidays.ts'
import type { FlexibleFacts } from '../plan-changes/flexible-plan.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { currentLines, currentNotes } from '../../people/texts/texts.ts'
import { arrangementOf, calculateArrangement, previewOf, readRunning } from './arrangements.ts'
import { findAgreement } from './agreements.reads.ts'
import {
  findAccount,
  findLastRequest,
  findOpenOffer,
  listUnderWay,
  listWords,
  type CareRow,
  type WordsRow,
} from './care.store.ts'
import { findOpenHold } from '../../people/holds/holds.reads.ts'

/** `readerId` is null for staff who view the portal for a customer: a family's own words are not shown to them. */
type Reader = { accountId: string; readerId: string | null }

/** Returns what one parent may see: whether payments are on hold, and their own request. */
export async function readCare(deps: ReadDeps, { accountId, readerId }: Reader): Promise<Care> {
  const { db } = deps
  await refreshHolidays(db)
  const now = deps.clock()
  const account = orNotFound(await findAccount(db, accountId))
  const { region, schoolName } = account
  const today = dateIn(region, now)
  const days = careDays(today, bankCalendarOf(region))
  const running = await readRunning(db, { accountId, now })
  const hold = await findOpenHold(db, accountId)
  const request = readerId === null ? undefined : await findLastRequest(db, { accountId, askedBy: readerId })
  const { careContacts } = await companySettings(deps)
  const { notes, version } = await currentNotes(db, { kind: `CareNotes${region}`, on: today })
  const { intro } = await currentLines(db, 'CareContacts', { region, on: today })
  return {
    today,
    hold: hold ? { until: hold.endsOn } : null,
    coming: (running?.coming ?? []).slice(0, 2).map(({ on, amount }) => onTheWire({ date: on, amount })),
    retrying: retryingOf(running).map(onTheWire),
    underWay: (await listUnderWay(db, accountId)).map(onTheWire),
    ifSentToday: days,
    frequency: running?.plan.frequency ?? null,
    notes: notes.map((note) => filled(note, lawfulDay(days.lawfulBy))),
    notesVersion: version,
    contactsIntro: intro,
    contacts: careContacts[region].map(({ about, ...contact }) => ({
      ...contact,
      about: about.replace('{school}', schoolName),
    })),
    request: request ? await requestReply(deps, request, { running, region, on: today }) : null,
    agreed: running ? await agreedOf(deps, accountId, running) : null,
  }
}

const onTheWire = ({ date, amount }: { date: CalendarDate; amount: Cents }) => ({
  date,
  amount: toDecimal(amount),
})

function retryingOf(running: FlexibleFacts | undefined): { date: CalendarDate; amount: Cents }[] {
  return (running?.plan.payments ?? [])
    .filter(({ status, open }) => status === 'Retrying' && open > 0)
    .map((payment) => ({ date: payment.collectOn, amount: payment.open }))
}

const lawfulDay = (day: CalendarDate | null): Record<string, string> =>
  day === null ? {} : { 'lawful day': formatDate(day) }

function overdueOf(running: FlexibleFacts | undefined): Cents {
  const overdue = (running?.plan.payments ?? []).filter(({ status }) => status === 'Overdue')
  return cents(overdue.reduce((sum, payment) => sum + payment.open, 0))
}

/** The current plan, and the region and day for which it is shown. */
type PlanContext = { running: FlexibleFacts | undefined; region: Region; on: CalendarDate }

async function requestReply({ db }: ReadDeps, request: CareRow, shown: PlanContext): Promise<CareRequest> {
  const words = await listWords(db, request)
  const { number, status, sentAt, answerBy, lawfulBy, email, seenBy } = request
  const declined = words.findLast(({ kind }) => kind === 'Declined')
  return {
    reference: careReference(number),
    status,
    sentAt: sentAt.toISOString(),
    answerBy,
    lawfulBy,
    // Only Australian law sets a day.
    lawfulNotes:
      lawfulBy === null ? [] : (await currentNotes(db, { kind: 'CareSentAU', on: shown.on })).notes,
    email,
    seenBy: seenBy && firstNameOf(seenBy),
    answers: words.find(({ kind }) => kind === 'Sent')?.answers ?? null,
    words: words
      .filter(({ kind, body }) => kind !== 'Note' && kind !== 'Declined' && body !== null)
      .map(({ saidAt, body }) => ({ at: saidAt.toISOString(), text: body ?? '' })),
    offer: await offerReply(db, request, { ...shown, words }),
    declined: status === 'Declined' && declined ? noteOf(declined) : null,
  }
}

const firstNameOf = (name: string) => name.split(' ')[0] ?? name

const noteOf = ({ by, saidAt, body }: WordsRow) => ({
  by: by ?? 'Larkwell',
  at: saidAt.toISOString(),
  text: body,
})

async function offerReply(
  db: Deps['db'],
  request: CareRow,
  { running, region, on, words }: PlanContext & { words: readonly WordsRow[] },
): Promise<CareRequest['offer']> {
  const offer = await findOpenOffer(db, request)
  if (!offer) return null
  const note = words.find(({ offerId }) => offerId === offer.id)
  const calculated =
    running?.plan.id === offer.planId ? calculateArrangement(running, arrangementOf(offer)) : undefined
  const first = calculated?.after[0]
  return {
    id: offer.id,
    note: note ? noteOf(note) : null,
    preview: running && calculated ? previewOf(running, calculated) : null,
    text: await currentLines(db, 'CareOffer', { region, on }),
    overdue: toDecimal(overdueOf(running)),
    acceptBy: running && first ? changeableUntil(first.date, running.calendar) : null,
  }
}

/** Returns the arrangement under which the plan runs now, with the amounts paid under it. */
async function agreedOf(
  deps: ReadDeps,
  accountId: string,
  { plan, changes, coming, region, calendar, today }: FlexibleFacts,
): Promise<Care['agreed']> {
  const made = changes.find(({ details, status }) => details.kind === 'Arrangement' && status === 'Made')
  if (plan.tailoredType === null || made?.details.kind !== 'Arrangement') return null
  const agreement = await findAgreement(deps.db, accountId)
  const { lower, later } = made.details
  const [first] = made.after
  const shown = shownPayments(
    { status: plan.status, instalments: plan.payments, isHeld: plan.isHeld },
    collectionDays({ ...plan.collection, today }),
  )
  const under = plan.payments
    .map((payment, index) => ({ payment, shown: shown[index] }))
    .filter(({ payment }) => first !== undefined && payment.dueOn >= first.dueOn)
  const sum = (which: (each: (typeof under)[number]) => number) =>
    toDecimal(cents(under.reduce((all, each) => all + which(each), 0)))
  const [next] = coming
  return {
    frequency: plan.frequency,
    lower: { amount: toDecimal(lower.amount), until: lower.until },
    later: {
      amount: toDecimal(later.each),
      from: under.find(({ shown: each }) => each && each.date > lower.until)?.shown?.date ?? null,
      lastDate: later.lastOn,
    },
    paid: sum(({ payment }) => payment.settled),
    left: sum(({ payment }) => owingOf(payment)),
    payments: under.flatMap(({ shown: each }) =>
      each ? [{ date: each.date, amount: each.amount, status: each.status }] : [],
    ),
    tellUsBy: next && !plan.isHeld ? changeableUntil(next.on, calendar) : null,
    notes: (await currentNotes(deps.db, { kind: `CareAgreed${region}`, on: today })).notes,
    madeBy: agreement?.madeBy ? firstNameOf(agreement.madeBy) : null,
  }
}
