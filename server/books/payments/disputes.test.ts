import { afterEach, describe, expect, it } from 'vitest'
import { addDays, formatDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount, ukBankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../ledger/ledger.reads.ts'
import { payUrlOf } from '../payment-requests/request-links.ts'
import { remitToSchools } from '../remittances/remittances.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)

afterEach(async () => {
  await expectSoundLedger(server)
  await restFamilies()
})

type Region = 'AU' | 'UK'

/** The charge of a family's newest payment that arrived. */
async function chargeOf(accountId: string, region: Region = 'AU'): Promise<string> {
  const row = await deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment
    where account_id = ${accountId} and provider_payment_id is not null and status = 'Succeeded'
    order by created_at desc limit 1`)
  const charges = await deps.providers.stripe[region].client.charges.list({
    payment_intent: row?.intent ?? '',
  })
  return charges.data[0]?.id ?? ''
}

async function open(
  accountId: string,
  { region = 'AU', ...more }: { region?: Region; isInquiry?: true; amount?: number } = {},
) {
  const charge = await chargeOf(accountId, region)
  expect((await server.sandboxApi('stripe/dispute', { charge, ...more })).status).toBeLessThan(300)
  await hearNews()
  const disputes = await deps.providers.stripe[region].client.disputes.list({ charge })
  const dispute = disputes.data[0]?.id
  return {
    close: async (outcome: 'won' | 'lost') => {
      const reply = await server.sandboxApi('stripe/close-dispute', { dispute, outcome })
      expect(reply.status).toBeLessThan(300)
      await hearNews()
    },
    escalate: async () => {
      expect((await server.sandboxApi('stripe/escalate-dispute', { dispute })).status).toBeLessThan(300)
      await hearNews()
    },
  }
}

const lettersTo = async (accountId: string) =>
  deps.db.many<{ kind: string; facts: any }>(sql`
    select kind, facts from outbox_message where account_id = ${accountId} order by created_at, id`)
const kindsAfter = async (accountId: string, count: number) =>
  (await lettersTo(accountId)).slice(count).map(({ kind }) => kind)
const requestsOf = (accountId: string) =>
  deps.db.many<{ status: string; dueOn: string; due: number }>(sql`
    select status, due_on as "dueOn", amount_due_minor as due from payment_request
    where account_id = ${accountId} and is_arrears order by created_at`)
const mailAfter = (email: string, seq: number) => server.message(email, 'email', seq)

/** The receipt may leave a moment after the payment; it is not the mail that a test waits for. */
async function receiptOf(email: string) {
  const isReceipt = /^Your payment of \S+ to .+(College|School)$/
  await expect.poll(async () => (await server.message(email, 'email')).subject).toMatch(isReceipt)
  return server.message(email, 'email')
}

/** A family whose instalment was collected from its card. */
async function paidFamily(account: Account = { sources: [visaDebit()] }) {
  const family = await addPlanFamily(account)
  await family.comeToCollection()
  await run()
  expect((await family.now()).status).toBe('Paid')
  const { accountId } = family
  const told = (await lettersTo(accountId)).length
  const { seq } = await receiptOf(family.email)
  return {
    ...family,
    seq,
    kinds: () => kindsAfter(accountId, told),
    /** By its link, like a family that answers the request. */
    payByPortal: async (amount: number) => {
      const token = await server.logIn(family.email, family.mobile)
      return family.pay(toDecimal(cents(amount)), { token })
    },
    list: async () => {
      const token = await server.logIn(family.email, family.mobile)
      const path = `GET /api/portal/customer/account/${accountId}/transactions`
      return (await server.call(path, { token })).body.transactions as {
        id: string
        typeDesc: string
        amount: number
        balance: number
      }[]
    },
    details: async (id: string) => {
      const token = await server.logIn(family.email, family.mobile)
      return (
        await server.call(`GET /api/portal/customer/account/${accountId}/transactions/${id}`, { token })
      ).body
    },
    problems: async () => {
      const token = await server.logIn(family.email, family.mobile)
      const path = `GET /api/portal/customer/account/${accountId}/overview`
      return (await server.call(path, { token })).body.problems
    },
  }
}

describe('A disputed instalment', () => {
  it('is explained when the dispute opens, and nobody is asked for it while the bank decides', async () => {
    const family = await paidFamily()
    await open(family.accountId)
    const mail = await mailAfter(family.email, family.seq)
    expect(mail.subject).toMatch(/^Your bank is looking into your payment of \$/)
    expect(mail.text).toContain('took the money back')
    expect(mail.text).toContain('We do not ask you for it')
    expect(mail.text).toContain('ask your bank to withdraw')
    await run()
    await goTo(addDays(today('AU'), 9), 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue', requestId: null })
    expect(await requestsOf(family.accountId)).toEqual([])
    const kinds = await family.kinds()
    expect(kinds).toContain('DisputeOpened')
    expect(kinds.filter((kind) => kind.startsWith('PaymentOverdue'))).toEqual([])
    const problems = await family.problems()
    expect(problems).toMatchObject([
      {
        kind: 'PaymentDisputed',
        amount: toDecimal(cents(family.next.amount)),
        paidOn: family.next.collectOn,
      },
    ])
  })

  it('is owed again with its own due date once the dispute is lost, and asked for once', async () => {
    const family = await paidFamily()
    const { accountId, next } = family
    const dispute = await open(accountId)
    await run()
    const { seq } = await server.message(family.email, 'email')
    await dispute.close('lost')
    const mail = await mailAfter(family.email, seq)
    expect(mail.subject).toMatch(/^Your bank has decided/)
    expect(mail.text).toContain(`It was due on ${formatDate(next.dueOn)}`)
    await run()
    await run()
    expect(await requestsOf(accountId)).toEqual([{ status: 'Open', dueOn: next.dueOn, due: next.amount }])
    const kinds = await family.kinds()
    expect(kinds.filter((kind) => kind === 'DisputeDecided')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'PaymentOverdue')).toHaveLength(1)
    expect(await family.problems()).toMatchObject([{ kind: 'Overdue', since: next.dueOn }])
  })

  it('is paid again once the dispute is won, and the family is told', async () => {
    const family = await paidFamily()
    const before = await readBalance(deps.db, family.accountId)
    const dispute = await open(family.accountId)
    await run()
    const { seq } = await server.message(family.email, 'email')
    await dispute.close('won')
    const mail = await mailAfter(family.email, seq)
    expect(mail.subject).toMatch(/counts again$/)
    expect(mail.text).toContain('nothing for you to do')
    await run()
    expect((await family.now()).status).toBe('Paid')
    expect(await requestsOf(family.accountId)).toEqual([])
    expect(await readBalance(deps.db, family.accountId)).toBe(before)
    expect(await family.problems()).toEqual([])
  })

  it.each(firstOf(1, ['won', 'lost'] as const))(
    'that the family paid another way in the meantime is neither owed twice nor lost when it is %s',
    async (outcome) => {
      const family = await paidFamily()
      const { accountId, next } = family
      const start = await readBalance(deps.db, accountId)
      const dispute = await open(accountId)
      expect((await family.payByPortal(next.amount)).body.status).toBe('Succeeded')
      await run()
      expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })
      await dispute.close(outcome)
      await run()
      expect((await family.now()).status).toBe('Paid')
      expect(await requestsOf(accountId)).toEqual([])
      expect((await family.kinds()).filter((kind) => kind.startsWith('PaymentOverdue'))).toEqual([])
      const balance = await readBalance(deps.db, accountId)
      expect(balance - start).toBe(outcome === 'won' ? next.amount : 0)
      const letter = (await lettersTo(accountId)).findLast(({ kind }) => kind === 'DisputeDecided')
      expect(letter?.facts).toMatchObject({ owing: 0 })
    },
  )

  it('that was paid again in part pays what is left, and the rest of it is credit', async () => {
    const family = await paidFamily()
    const { accountId, next } = family
    const dispute = await open(accountId)
    const part = Math.floor(next.amount / 4)
    expect((await family.payByPortal(part)).body.status).toBe('Succeeded')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue', settled: part })
    await dispute.close('won')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })
    const covers = await deps.db.many<{ amount: number }>(sql`
      select cover.settled_minor as amount from cover
        join instalment on instalment.account_id = cover.account_id and instalment.charge_id = cover.charge_id
      where cover.account_id = ${accountId} and seq = ${next.seq} order by amount`)
    expect(covers.map(({ amount }) => amount)).toEqual([part, next.amount - part])
  })

  it.each(['won', 'lost'] as const)(
    'of which a part is disputed is owed by that part alone, and %s',
    async (outcome) => {
      const family = await paidFamily()
      const { accountId, next } = family
      const start = await readBalance(deps.db, accountId)
      const dispute = await open(accountId, { amount: 50_00 })
      await run()
      expect(await family.now()).toMatchObject({ status: 'Overdue', settled: next.amount - 50_00 })
      expect(await requestsOf(accountId)).toEqual([])
      await dispute.close(outcome)
      await run()
      if (outcome === 'won') {
        expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })
        expect(await readBalance(deps.db, accountId)).toBe(start)
      } else {
        expect(await requestsOf(accountId)).toEqual([{ status: 'Open', dueOn: next.dueOn, due: 50_00 }])
        const letter = (await lettersTo(accountId)).find(({ kind }) => kind === 'DisputeDecided')
        expect(letter?.facts).toMatchObject({ amount: 50_00, owing: 50_00, dueOn: next.dueOn })
      }
    },
  )

  it('that a family paid by itself is not asked for while the bank decides', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaDebit(), isExpired: true }, visaCredit()] })
    const { accountId, next } = family
    await family.comeToCollection()
    await run()
    const token = await server.logIn(family.email, family.mobile)
    const amount = toDecimal(cents(next.amount))
    expect((await family.pay(amount, { source: family.sourceIds[1], token })).body.status).toBe('Succeeded')
    await run()
    expect((await family.now()).status).toBe('Paid')
    const told = (await lettersTo(accountId)).length
    const dispute = await open(accountId)
    await run()
    expect((await family.now()).status).toBe('Overdue')
    expect(await kindsAfter(accountId, told)).toEqual(['DisputeOpened'])
    await dispute.close('lost')
    await run()
    expect((await kindsAfter(accountId, told)).filter((kind) => kind === 'PaymentOverdue')).toHaveLength(1)
    const decided = (await lettersTo(accountId)).find(({ kind }) => kind === 'DisputeDecided')
    expect(decided?.facts).toMatchObject({ outcome: 'Lost', owing: next.amount, dueOn: next.dueOn })
    expect((await requestsOf(accountId)).at(-1)).toMatchObject({ status: 'Open', dueOn: next.dueOn })
  })
})

describe('A disputed payment that the school has already', () => {
  /** What schools got for a family. */
  const passedOn = async (accountId: string) => {
    const row = await deps.db.first<{ amount: number }>(sql`
      select coalesce(sum(amount_minor), 0)::bigint as amount from ledger_posting
      where account_id = ${accountId} and book = 'School'`)
    return row?.amount ?? 0
  }
  const remit = async (days: number) => {
    for (let gone = 0; gone < days; gone += 1) {
      await goTo(addDays(today('AU'), 1), 'AU')
      await remitToSchools(deps)
    }
  }

  it.each(['lost', 'won'] as const)(
    'and that the family pays again is passed on once where it is %s',
    async (outcome) => {
      const family = await paidFamily()
      const { accountId, next } = family
      await remit(9)
      const [start, had] = [await readBalance(deps.db, accountId), await passedOn(accountId)]
      const dispute = await open(accountId)
      expect((await family.payByPortal(next.amount)).body.status).toBe('Succeeded')
      await run()
      expect((await family.now()).status).toBe('Paid')
      await remit(9)
      // The school has had it before.
      expect(await passedOn(accountId)).toBe(had)
      await dispute.close(outcome)
      await run()
      await remit(9)
      // The school has it once. What came twice is the family's credit.
      expect((await readBalance(deps.db, accountId)) - start).toBe(outcome === 'won' ? next.amount : 0)
      expect(await passedOn(accountId)).toBe(had)
    },
  )
})

describe('In Transactions', () => {
  it('a dispute that is opened and lost has a row each, with the balance after it', async () => {
    const family = await paidFamily({ sources: [visaCredit()] })
    const { accountId, next } = family
    const dispute = await open(accountId)
    const [opened] = await family.list()
    const amount = toDecimal(cents(next.amount))
    expect(opened).toMatchObject({
      typeDesc: 'Dispute opened: payment taken back by your bank',
      amount: -amount,
    })
    expect((await family.details(opened?.id ?? '')).sentence).toContain('has yet to decide')
    await dispute.close('lost')
    const [closed, before] = await family.list()
    expect(closed).toMatchObject({ amount: 0, balance: before?.balance })
    expect(closed?.typeDesc).toMatch(/^Dispute closed: payment of \$[\d,.]+ does not count$/)
    expect(before?.id).toBe(opened?.id)
    expect((await family.details(closed?.id ?? '')).sentence).toContain('decided')
    expect((await family.details(opened?.id ?? '')).sentence).not.toContain('has yet to decide')
  })

  it('a dispute that is won is credited back', async () => {
    const family = await paidFamily()
    const dispute = await open(family.accountId)
    await dispute.close('won')
    const [closed] = await family.list()
    expect(closed).toMatchObject({
      typeDesc: 'Dispute closed: payment counts again',
      amount: toDecimal(cents(family.next.amount)),
    })
  })

  it.each([
    ['AU', bankAccount(), undefined, 5],
    ['UK', ukBankAccount(), 'Oakfield School', 15],
  ] as const)(
    'a direct debit that the bank returns in %s is one row and one letter',
    async (region, source, school, days) => {
      const family = await addPlanFamily({ sources: [source], ...(school && { school }) })
      const { accountId } = family
      await family.comeToCollection()
      await run()
      await goTo(addDays(today(region), days), region)
      // On a busy machine the news may come a moment later.
      await expect
        .poll(async () => {
          await hearNews()
          return (await family.now()).status
        })
        .toBe('Paid')
      const told = (await lettersTo(accountId)).length
      const receipt = await receiptOf(family.email)
      await open(accountId, { region })
      expect(await kindsAfter(accountId, told)).toEqual(['PaymentReturned'])
      const mail = await mailAfter(family.email, receipt.seq)
      expect(mail.text).toContain('claimed it back')
      await run()
      expect(await family.now()).toMatchObject({ status: 'Overdue' })
      expect((await requestsOf(accountId)).at(-1)).toMatchObject({ status: 'Open', dueOn: family.next.dueOn })
      const token = await server.logIn(family.email, family.mobile)
      const { body } = await server.call(`GET /api/portal/customer/account/${accountId}/transactions`, {
        token,
      })
      expect(body.transactions.slice(0, 2)).toMatchObject([
        { typeDesc: 'Payment returned to your bank' },
        { typeDesc: expect.stringContaining('repayment') },
      ])
    },
  )
})

describe('A question of the bank that comes before a dispute', () => {
  it('takes nothing, is explained, and is over when the bank lets it rest', async () => {
    const family = await paidFamily()
    const { accountId } = family
    const before = await readBalance(deps.db, accountId)
    const inquiry = await open(accountId, { isInquiry: true })
    const mail = await mailAfter(family.email, family.seq)
    expect(mail.subject).toMatch(/^Your bank has a question about your payment of \$/)
    expect(mail.text).toContain('Nothing was taken back')
    expect([await readBalance(deps.db, accountId), (await family.now()).status]).toEqual([before, 'Paid'])
    await inquiry.close('won')
    const closed = await mailAfter(family.email, mail.seq)
    expect(closed.text).toContain('counts as before')
    expect([await readBalance(deps.db, accountId), (await family.now()).status]).toEqual([before, 'Paid'])
    const [payment] = await paymentsOf(server, accountId)
    expect(payment?.status).toBe('Succeeded')
  })

  it('takes the money back once it has become a dispute', async () => {
    const family = await paidFamily()
    const { accountId } = family
    const inquiry = await open(accountId, { isInquiry: true })
    await inquiry.escalate()
    expect((await family.now()).status).toBe('Overdue')
    expect(await family.kinds()).toEqual(['DisputeOpened', 'DisputeOpened'])
    await inquiry.close('lost')
    await run()
    expect((await requestsOf(accountId)).at(-1)).toMatchObject({ status: 'Open' })
  })
})

describe('A disputed payment by link', () => {
  it('leads back to its link, which is asked for nowhere until the bank has decided', async () => {
    const guest = await addGuest(server)
    expect((await guest.payByLink({ token: await guest.card(), amount: 1250 })).status).toBe(200)
    const receipt = await server.message(guest.email, 'email')
    const account = await deps.db.first<{ id: string }>(sql`
      select account_id as id from payment_request where id = ${guest.requestId}`)
    const accountId = account?.id ?? ''
    const dispute = await open(accountId)
    const opened = await mailAfter(guest.email, receipt.seq)
    expect(opened.links).toEqual([payUrlOf(deps.config, guest.link)])
    await dispute.close('lost')
    const lost = await mailAfter(guest.email, opened.seq)
    expect(lost.links).toEqual([payUrlOf(deps.config, await linkOf(deps, guest.requestId))])
    const request = await deps.db.first(sql`
      select status, amount_paid_minor as paid from payment_request where id = ${guest.requestId}`)
    expect(request).toEqual({ status: 'Open', paid: 0 })
  })
})
