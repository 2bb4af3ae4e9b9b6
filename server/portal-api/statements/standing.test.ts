import { afterEach, describe, expect, it } from 'vitest'
import { addMonthsClamped, addDays, formatDate, formatDateNumeric } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount, ukBankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { sum } from '../../letters/documents/sheet.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { readBalance } from '../../books/ledger/ledger.store.ts'
import { firstOfMonth, makeStatements } from './make-statements.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const { goTo, run, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const money = (amount: number, region: Region = 'AU') => sum(cents(amount), region)

/** The first of next month has come, and with it the statements. */
async function endMonth(region: Region): Promise<void> {
  await goTo(addMonthsClamped(firstOfMonth(today(region)), 1), region)
  await makeStatements(deps)
}

async function statementsOf(accountId: string) {
  const rows = await db.many<{ fileId: string; closing: number }>(sql`
    select file_id as "fileId", closing_minor as closing from statement where account_id = ${accountId} order by month`)
  return Promise.all(
    rows.map(async ({ fileId, closing }) => {
      const { bytes } = await openFile(db, deps, { accountId, id: fileId })
      return { closing, text: (await readPdf(bytes)).pages.flatMap(({ lines }) => lines).join('\n') }
    }),
  )
}

const newestOf = async (accountId: string) => {
  const newest = (await statementsOf(accountId)).at(-1)
  if (!newest) throw new Error('There is no statement')
  return newest
}

async function overviewOf({
  accountId,
  email,
  mobile,
}: {
  accountId: string
  email: string
  mobile: string
}) {
  const token = await server.logIn(email, mobile)
  return (await server.call(`GET /api/portal/customer/account/${accountId}/overview`, { token })).body
}

/** A family whose card cannot pay, so that what comes due stays unpaid. */
const owing: Account = { sources: [{ ...visaDebit(), isExpired: true }, visaCredit()] }

async function dispute(accountId: string, outcome?: 'won' | 'lost'): Promise<void> {
  const row = await db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment where account_id = ${accountId}
      and provider_payment_id is not null and status = 'Succeeded' order by created_at desc limit 1`)
  const { client } = deps.providers.stripe.AU
  const charges = await client.charges.list({ payment_intent: row?.intent ?? '' })
  await server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id })
  await hearNews()
  if (!outcome) return
  const disputes = await client.disputes.list({ charge: charges.data[0]?.id ?? '' })
  await server.sandboxApi('stripe/close-dispute', { dispute: disputes.data[0]?.id, outcome })
  await hearNews()
}

async function paidFamily(account: Account = { sources: [visaDebit()] }) {
  const family = await addPlanFamily(account)
  await family.comeToCollection()
  await run()
  return family
}

describe('A statement', () => {
  it('is made every month for an account that only owes, and says what is overdue since when', async () => {
    const family = await addPlanFamily({
      ...owing,
      plans: [{ status: 'Current', starts: 3 }],
      entries: () => [],
    })
    await goTo(family.next.collectOn, 'AU')
    await run()
    expect((await family.now()).status).toBe('Overdue')
    expect(await readBalance(db, family.accountId)).toBe(0)
    await endMonth('AU')
    const before = (await statementsOf(family.accountId)).length
    const { text, closing } = await newestOf(family.accountId)
    expect(closing).toBe(0)
    expect(text).toContain(`Overdue on ${formatDate(today('AU'))}`)
    expect(text).toContain(
      `${formatDateNumeric(family.next.dueOn)} Payment of your plan Wattle Grove College ${money(family.next.amount)}`,
    )
    // By the next month several payments are overdue, and one request asks for all of them.
    await goTo(addDays(today('AU'), 20), 'AU')
    await run()
    await endMonth('AU')
    expect(await statementsOf(family.accountId)).toHaveLength(before + 1)
    const late = (await family.rows()).filter(({ status }) => status === 'Overdue')
    expect(late.length).toBeGreaterThan(1)
    const { problems } = await overviewOf(family)
    const inAll = late.reduce((sum, { amount }) => sum + amount, 0)
    expect(problems[0]).toMatchObject({ kind: 'Overdue', amount: inAll / 100 })
    expect((await newestOf(family.accountId)).text).toContain(`Overdue in all ${money(inAll)}`)
  })

  itLong('tells of a dispute that was lost, and that the amount is overdue', async () => {
    const family = await paidFamily()
    await dispute(family.accountId, 'lost')
    await run()
    await endMonth('AU')
    const { text } = await newestOf(family.accountId)
    expect(text).toContain('Dispute opened')
    expect(text).toContain('Dispute closed')
    expect(text).toContain(`${formatDateNumeric(family.next.dueOn)} Payment of your plan`)
    expect(text).not.toContain('Disputed with your bank')
  })

  itLong('tells of a dispute that is open, and does not count it as overdue', async () => {
    const family = await paidFamily()
    await dispute(family.accountId)
    await endMonth('AU')
    const { text } = await newestOf(family.accountId)
    expect(text).toContain('Disputed with your bank')
    expect(text).toContain(money(family.next.amount))
    expect(text).toContain('has yet to decide')
    expect(text).not.toContain(`Overdue on`)
  })

  const banks = [
    ['AU', bankAccount(), undefined],
    ['UK', ukBankAccount(), 'Oakfield School'],
  ] as const
  it.each(firstOf(1, banks))('says what is on its way in %s', async (region, source, school) => {
    const family = await addPlanFamily({ sources: [source], ...(school && { school }) })
    await goTo(addMonthsClamped(firstOfMonth(today(region)), 1), region)
    const token = await server.logIn(family.email, family.mobile)
    expect((await family.pay(37.5, { token })).body.status).toBe('Processing')
    await makeStatements(deps)
    const { text } = await newestOf(family.accountId)
    expect(text).toContain('On its way')
    expect(text).toContain(`+${money(37_50, region)}`)
  })

  itLong('adds up to what the Overview and the ledger say, whatever has happened', async () => {
    const families = [
      await addPlanFamily({ sources: [visaDebit()] }),
      await addPlanFamily({ sources: [visaCredit()] }),
      await addPlanFamily(owing),
      await addPlanFamily({ productType: 'PlusFunded', sources: [visaDebit()] }),
    ]
    const [first, second, third, fourth] = families
    if (!first || !second || !third || !fourth) throw new Error('There are four')
    // All of them are collected from on one day.
    await first.comeToCollection()
    await run()
    for (const { now } of [first, second, fourth]) expect((await now()).status).toBe('Paid')
    await dispute(first.accountId)
    await dispute(second.accountId, 'lost')
    await goTo(
      addDays(third.next.collectOn, 1) > today('AU') ? addDays(third.next.collectOn, 1) : today('AU'),
      'AU',
    )
    await run()
    const token = await server.logIn(third.email, third.mobile)
    await third.pay(12.34, { source: third.sourceIds[1], token })
    await goTo(addMonthsClamped(firstOfMonth(today('AU')), 1), 'AU')
    await run()
    await makeStatements(deps)
    for (const family of families) {
      const overview = await overviewOf(family)
      const { text, closing } = await newestOf(family.accountId)
      const inLedger = await readBalance(db, family.accountId)
      const shown = balanceIn(text) ?? closing
      expect(shown).toBe(inLedger)
      expect(Math.round(overview.currentBalance * 100)).toBe(inLedger)
      const parts = overview.balanceParts.reduce(
        (all: number, { amount }: { amount: number }) => all + amount,
        0,
      )
      if (overview.balanceParts.length > 0) expect(Math.round(parts * 100)).toBe(inLedger)
      const overdue = overview.problems.reduce(
        (all: number, problem: { kind: string; amount: number; onItsWay?: number }) =>
          ['Overdue', 'RequestOverdue', 'PaymentFailed'].includes(problem.kind)
            ? all + problem.amount + (problem.onItsWay ?? 0)
            : all,
        0,
      )
      expect(overdueIn(text)).toBe(Math.round(overdue * 100))
      const disputed = overview.problems.filter(({ kind }: { kind: string }) => kind === 'PaymentDisputed')
      expect(text.includes('Disputed with your bank')).toBe(disputed.length > 0)
      for (const { amount } of disputed) expect(text).toContain(money(Math.round(amount * 100)))
    }
    expect(toDecimal(cents(overdueIn((await newestOf(second.accountId)).text)))).toBeGreaterThan(0)
  })
})

const toCents = (text: string) => Math.round(Number(text.replace('\u2212', '-').replace(/[+$£,]/g, '')) * 100)

/** The sum under the table of what is overdue; nothing where there is none. */
function overdueIn(text: string): number {
  const found = /Overdue in all (\S+)/.exec(text)
  return found?.[1] ? toCents(found[1]) : 0
}

function balanceIn(text: string): number | undefined {
  const found = /Balance on \d+ \w+ \d+ (\S+)/.exec(text)
  return found?.[1] ? toCents(found[1]) : undefined
}
