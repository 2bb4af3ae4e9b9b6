import { randomUUID } from 'node:crypto'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import { paymentMaxCents } from '#domain/pay-now.ts'
import { createPaymentRequests, type RequestInput } from '../../books/payment-requests/payment-requests.ts'
import { amount, date, optional, shortId, text, yesOrNo, type RowOf } from './columns.ts'
import { importKind, inBatches, type ImportWork } from './import-kind.ts'
import { listKnownAccounts, listKnownSchools, listOpenRequests, insertImportEvents } from './imports.store.ts'

const columns = {
  account: shortId,
  /** One of the account's schools; by default its own. */
  school: optional(text(61), null),
  amount,
  due_on: date,
  period: optional(text(60), null),
  expires_on: optional(date, null),
  breakdown: optional(yesOrNo, false),
}
type Row = RowOf<typeof columns>

export const paymentRequestImport = importKind({
  role: 'operations',
  action: 'PaymentRequestsImported',
  columns,
  async write(work, rows) {
    const { tx, deps, actor, problems } = work
    const schools = new Map((await listKnownSchools(tx)).map((school) => [school.larkwellId, school.id]))
    const counts = new Map<string, number>()
    let done = 0
    for (const batch of inBatches(rows)) {
      const before = problems.count()
      const requests = await requestsOf(work, batch, schools, counts)
      if (problems.count() > before) continue
      const created = await createPaymentRequests(tx, deps, requests)
      for (const [index, request] of created.entries()) {
        if (!request)
          problems.add(batch[index]?.line ?? 0, 'school', 'Is none of the schools of this account')
      }
      const events = created.flatMap((request) =>
        request
          ? {
              subjectId: request.subject.accountId,
              id: randomUUID(),
              details: { paymentRequest: request.id, reason: actor.reason },
            }
          : [],
      )
      await insertImportEvents(tx, events, { actor, action: 'PaymentRequested', now: deps.clock() })
      done += batch.length
      work.onProgress(done)
    }
    return { paymentRequests: done }
  },
})

async function requestsOf(
  { tx, deps, problems }: ImportWork,
  rows: readonly Row[],
  schools: ReadonlyMap<string, string>,
  counts: Map<string, number>,
): Promise<RequestInput[]> {
  const existing = await listKnownAccounts(
    tx,
    rows.map(({ account }) => account),
  )
  const accounts = new Map(existing.map((account) => [account.shortId, account]))
  const open = new Set(
    (
      await listOpenRequests(
        tx,
        existing.map(({ id }) => id),
      )
    ).map(nameOf),
  )
  return rows.flatMap((row) => {
    const account = accounts.get(row.account)
    const institutionId = row.school === null ? null : (schools.get(row.school) ?? undefined)
    if (!account) problems.add(row.line, 'account', 'Account not found')
    if (account?.isClosed) problems.add(row.line, 'account', 'Account is closed')
    if (institutionId === undefined) problems.add(row.line, 'school', 'School not found')
    if (!account || institutionId === undefined) return []
    if (row.amount < 1 || row.amount > paymentMaxCents) {
      problems.add(row.line, 'amount', 'Must be between 0.01 and 100,000')
    }
    const expiresOn = row.expires_on
    if (expiresOn !== null && expiresOn < dateIn(account.region, deps.clock())) {
      problems.add(row.line, 'expires_on', 'Must be in the future')
    }
    const name = nameOf({
      accountId: account.id,
      institutionId: institutionId ?? account.institutionId,
      amountDue: row.amount,
      dueOn: row.due_on,
      periodName: row.period,
    })
    const twin = counts.get(name)
    if (twin !== undefined) problems.add(row.line, null, `Says the same as line ${twin}`)
    else if (open.has(name)) problems.add(row.line, null, 'The family is asked for this already')
    counts.set(name, row.line)
    return {
      accountId: account.id,
      institutionId,
      amountDue: row.amount,
      dueOn: row.due_on,
      periodName: row.period,
      showsBreakdown: row.breakdown,
      expiresAt: expiresOn === null ? null : new Date(`${addDays(expiresOn, 1)}T00:00:00Z`),
    }
  })
}

/** The key of a request, so that a file sent twice does not ask a family twice. */
function nameOf(request: {
  accountId: string
  institutionId: string
  amountDue: number
  dueOn: string
  periodName: string | null
}): string {
  const { accountId, institutionId, amountDue, dueOn, periodName } = request
  return JSON.stringify([accountId, institutionId, amountDue, dueOn, periodName])
}
