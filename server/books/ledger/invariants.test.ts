import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { addPayer, paymentsOf } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { recordRefund } from '../payments/returns.ts'
import { checkLedger, recordCheck, sealLedger } from './invariants.ts'
import { compareWithProvider, matchCharges, sinceLastCheck } from './provider-comparison.ts'

const server = await testServer()
const { db } = server.deps
const check = async () => {
  const provider = { accounts: server.deps.providers.stripe, since: new Date(0) }
  const found = await checkLedger(db, { now: server.deps.clock(), provider })
  return found.map(({ invariant }) => invariant.split(' ')[0])
}

const request = `ledger-request-${randomUUID()}`
const payer = await addPayer(server, {
  sources: [visaCredit()],
  // Cancelled, so that no payment counts towards it.
  requests: [{ id: request, amountDue: cents(10_000), status: 'Cancelled' }],
})
await payer.pay(100)
const { accountId } = payer

/** Switches off the database's guards, to do what only an attacker or a bug could. */
async function tamper(...statements: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.client.query('set local session_replication_role = replica')
    for (const text of statements) await tx.client.query(text)
  })
}

describe('The check of the ledger', () => {
  // Each test begins and ends with a correct ledger.
  beforeEach(() => expect.poll(check).toEqual([]))
  afterEach(() => expect.poll(check).toEqual([]))

  const posting = `ledger_posting where account_id = '${accountId}' and book = 'Family'`
  const paid = `payment where account_id = '${accountId}' and provider_key is not null`
  const stray = '22222222-2222-4222-8222-222222222222'
  const cover = `cover where payment_id = (select id from ${paid} and kind = 'Early' limit 1)`
  const last = `account_id = '${accountId}' and seq = (select max(seq) from instalment where account_id = '${accountId}')`

  const passedOn = `select id from charge where account_id = '${accountId}' and passed_on_minor > 1 order by id limit 1`
  const line = `entry_id = (select min(entry_id::text)::uuid from remittance_line where account_id = '${accountId}')`
  const remittance = `id = (select remittance_id from remittance_line where account_id = '${accountId}' order by entry_id limit 1)`
  const sentPosting = `entry_id = (select remittance_id from remittance_line where account_id = '${accountId}' order by entry_id limit 1)`
  const otherSchool = schoolId('Banksia Grammar')

  it.each([
    [
      'a posting that was changed',
      ['I1', 'I16', 'I2', 'I4'],
      [
        `update ledger_posting set amount_minor = amount_minor + 1 where ctid = (select ctid from ${posting} and amount_minor = 10000 limit 1)`,
      ],
      [
        `update ledger_posting set amount_minor = amount_minor - 1 where ctid = (select ctid from ${posting} and amount_minor = 10001 limit 1)`,
      ],
    ],
    [
      'a balance that its postings do not add up to',
      ['I1'],
      [`update family_balance set balance_minor = balance_minor + 1 where account_id = '${accountId}'`],
      [`update family_balance set balance_minor = balance_minor - 1 where account_id = '${accountId}'`],
    ],
    [
      'a balance that is missing',
      ['I1'],
      [`delete from family_balance where account_id = '${accountId}'`],
      [`insert into family_balance select account_id, sum(amount_minor) from ${posting} group by account_id`],
    ],
    [
      'a payment marked as failed although it was charged',
      ['I16', 'I4', 'I5'],
      [`update payment set status = 'Failed' where ctid = (select ctid from ${paid} limit 1)`],
      [`update payment set status = 'Succeeded' where ctid = (select ctid from ${paid} limit 1)`],
    ],
    [
      'a payment of another amount than was charged',
      ['I16', 'I4'],
      [`update payment set amount_minor = amount_minor + 1 where ctid = (select ctid from ${paid} limit 1)`],
      [`update payment set amount_minor = amount_minor - 1 where ctid = (select ctid from ${paid} limit 1)`],
    ],
    [
      'a request marked as paid without a payment',
      ['I3'],
      [
        `update payment_request set status = 'PartPaid', amount_paid_minor = 5000 where id = '${requestIdOf(request)}'`,
      ],
      [
        `update payment_request set status = 'Cancelled', amount_paid_minor = 0 where id = '${requestIdOf(request)}'`,
      ],
    ],
    [
      'a part of a charge that nobody waived',
      ['I3'],
      [`update charge set waived_minor = 100 where id = (select charge_id from instalment where ${last})`],
      [`update charge set waived_minor = 0 where id = (select charge_id from instalment where ${last})`],
    ],
    [
      'a payment marked as refunded without a refund',
      ['I3', 'I4'],
      [`update payment set refunded_minor = 1 where ctid = (select ctid from ${paid} limit 1)`],
      [`update payment set refunded_minor = 0 where ctid = (select ctid from ${paid} limit 1)`],
    ],
    [
      'a payment that the janitor has not looked at',
      ['I9'],
      [`update payment set next_look_at = '2020-01-01' where ctid = (select ctid from ${paid} limit 1)`],
      [`update payment set next_look_at = null where ctid = (select ctid from ${paid} limit 1)`],
    ],
    [
      'an entry without postings',
      ['I2'],
      [
        `insert into ledger_entry (account_id, id, kind, posted_on, created_at) values ('${accountId}', '${stray}', 'Adjustment', '2026-01-01', '2026-01-01')`,
      ],
      [`delete from ledger_entry where id = '${stray}'`],
    ],
    [
      'one request id that paid twice',
      ['I6'],
      [
        'alter table payment drop constraint one_payment_of_request_id',
        `insert into payment (account_id, id, kind, status, institution_id, currency, amount_minor, request_scope, client_request_id, created_at, updated_at) select account_id, '${stray}', kind, 'Failed', institution_id, currency, amount_minor, request_scope, client_request_id, created_at, updated_at from ${paid} and client_request_id is not null limit 1`,
      ],
      [
        `delete from payment where id = '${stray}'`,
        'alter table payment add constraint one_payment_of_request_id unique (account_id, request_scope, client_request_id)',
      ],
    ],
    [
      'a provider payment that counts twice',
      ['I6'],
      [
        'alter table payment drop constraint payment_provider_payment_id_key',
        `insert into payment (account_id, id, kind, status, institution_id, currency, amount_minor, provider_payment_id, created_at, updated_at) select account_id, '${stray}', kind, 'Failed', institution_id, currency, amount_minor, provider_payment_id, created_at, updated_at from ${paid} and provider_payment_id is not null limit 1`,
      ],
      [
        `delete from payment where id = '${stray}'`,
        'alter table payment add constraint payment_provider_payment_id_key unique (provider_payment_id)',
      ],
    ],
    [
      'money held for a withdrawal that nobody requested',
      ['I1', 'I16', 'I7'],
      [
        `insert into ledger_entry (account_id, id, kind, posted_on, created_at) values ('${accountId}', '${stray}', 'Withdrawal', '2026-01-01', '2026-01-01')`,
        `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor) values ('${accountId}', '${stray}', 1, 'Family', 'AUD', -100), ('${accountId}', '${stray}', 2, 'WithdrawalHold', 'AUD', 100)`,
      ],
      [
        `delete from ledger_posting where entry_id = '${stray}'`,
        `delete from ledger_entry where id = '${stray}'`,
      ],
    ],
    [
      'a withdrawal of what is meant for the school',
      ['I11', 'I16'],
      [
        `insert into withdrawal_request (account_id, id, bank_account_id, amount_minor, status, created_at) values ('${accountId}', '${stray}', '${stray}', 10000, 'Paid', '2026-01-01')`,
        `insert into ledger_entry (account_id, id, kind, posted_on, created_at) values ('${accountId}', '${stray}', 'Withdrawal', '2026-01-01', '2026-01-01')`,
        `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor) select account_id, '${stray}'::uuid, line, book, 'AUD', sign * balance_minor from family_balance, (values (1, 'Family', -1), (2, 'Bank', 1)) part (line, book, sign) where account_id = '${accountId}'`,
        `update family_balance set balance_minor = 0 where account_id = '${accountId}'`,
      ],
      [
        `delete from ledger_posting where entry_id = '${stray}'`,
        `update family_balance set balance_minor = (select sum(amount_minor) from ${posting}) where account_id = '${accountId}'`,
        `delete from ledger_entry where id = '${stray}'`,
        `delete from withdrawal_request where id = '${stray}'`,
      ],
    ],
    [
      'what a payee never got',
      ['I12'],
      [`update cover set is_passed_on = true where ctid = (select ctid from ${cover})`],
      [`update cover set is_passed_on = false where ctid = (select ctid from ${cover})`],
    ],
    [
      'a payment to the school that was never passed on',
      ['I12', 'I16'],
      [`update charge set passed_on_minor = passed_on_minor - 1 where id = (${passedOn})`],
      [`update charge set passed_on_minor = passed_on_minor + 1 where id = (${passedOn})`],
    ],
    [
      'a remittance that is more than its lines',
      ['I13'],
      [`update remittance set amount_minor = amount_minor + 1 where ${remittance}`],
      [`update remittance set amount_minor = amount_minor - 1 where ${remittance}`],
    ],
    [
      'a line that is not what left the balance',
      ['I13'],
      [`update remittance_line set amount_minor = amount_minor + 1 where ${line}`],
      [`update remittance_line set amount_minor = amount_minor - 1 where ${line}`],
    ],
    [
      'a payment to the school that no remittance pays',
      ['I13'],
      [
        `create table lost_line as select * from remittance_line where ${line}`,
        `delete from remittance_line where ${line}`,
      ],
      [`insert into remittance_line select * from lost_line`, `drop table lost_line`],
    ],
    [
      'a remittance of another school',
      ['I13'],
      [`update remittance set institution_id = '${otherSchool}' where ${remittance}`],
      [`update remittance set institution_id = '${payer.instId}' where ${remittance}`],
    ],
    [
      'a remittance that was sent and is still in the books',
      ['I13'],
      [`update ledger_posting set book = 'Corrections' where ${sentPosting} and book = 'Bank'`],
      [`update ledger_posting set book = 'Bank' where ${sentPosting} and book = 'Corrections'`],
    ],
    [
      'a remittance that came back and that nobody pays again',
      ['I13'],
      [`update remittance set returned_at = paid_at where ${remittance}`],
      [`update remittance set returned_at = null where ${remittance}`],
    ],
    [
      'an instalment of another amount than the plan has for it',
      ['I14'],
      [
        `update charge set amount_minor = amount_minor + 1 where id = (select charge_id from instalment where ${last})`,
      ],
      [
        `update charge set amount_minor = amount_minor - 1 where id = (select charge_id from instalment where ${last})`,
      ],
    ],
    [
      'more settled for a plan than its total',
      ['I12', 'I14', 'I3'],
      [
        'alter table charge drop constraint no_more_than_owed, drop constraint instalment_is_over_when_nothing_is_left',
        `update charge set settled_minor = settled_minor + 100000000 where id = (select charge_id from instalment where ${last})`,
      ],
      [
        `update charge set settled_minor = settled_minor - 100000000 where id = (select charge_id from instalment where ${last})`,
        'alter table charge add constraint no_more_than_owed check (settled_minor + reserved_minor + waived_minor <= amount_minor)',
        "alter table charge add constraint instalment_is_over_when_nothing_is_left check ((status in ('Paid', 'Cancelled')) = (settled_minor + waived_minor = amount_minor))",
      ],
    ],
    [
      'a fee that is no income',
      ['I15', 'I16'],
      [
        `insert into charge (account_id, id, kind, amount_minor, due_on) values ('${accountId}', '${stray}', 'Fee', 2500, '2026-01-01')`,
      ],
      [`delete from charge where id = '${stray}'`],
    ],
    [
      'a balance that no payment brought',
      ['I1', 'I16'],
      [
        `insert into ledger_entry (account_id, id, kind, posted_on, created_at) values ('${accountId}', '${stray}', 'Repayment', '2026-01-01', '2026-01-01')`,
        `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor) values ('${accountId}', '${stray}', 1, 'Family', 'AUD', 100), ('${accountId}', '${stray}', 2, 'Bank', 'AUD', -100)`,
      ],
      [
        `delete from ledger_posting where entry_id = '${stray}'`,
        `delete from ledger_entry where id = '${stray}'`,
      ],
    ],
    [
      'a payment that is for more than its covers',
      ['I3'],
      [
        `update payment set covered_minor = covered_minor - 1 where ctid = (select ctid from ${paid} limit 1)`,
      ],
      [
        `update payment set covered_minor = covered_minor + 1 where ctid = (select ctid from ${paid} limit 1)`,
      ],
    ],
    [
      'money that has arrived and is still on its way',
      ['I12', 'I3', 'I4'],
      [
        `update cover set reserved_minor = settled_minor, settled_minor = 0 where ctid = (select ctid from ${cover})`,
      ],
      [
        `update cover set settled_minor = reserved_minor, reserved_minor = 0 where ctid = (select ctid from ${cover})`,
      ],
    ],
    [
      'a payment refunded beyond its amount',
      ['I10', 'I3', 'I4'],
      [
        'alter table payment drop constraint no_more_back_than_came',
        `update payment set refunded_minor = amount_minor + surcharge_minor + 1 where ctid = (select ctid from ${paid} limit 1)`,
      ],
      [
        `update payment set refunded_minor = 0 where ctid = (select ctid from ${paid} limit 1)`,
        'alter table payment add constraint no_more_back_than_came check (refunded_minor + disputed_minor <= amount_minor + surcharge_minor)',
      ],
    ],
    [
      'an instalment marked as paid without money',
      ['I12', 'I3'],
      [`update instalment set status = 'Paid', settled_minor = amount_minor where ${last}`],
      [`update instalment set status = 'Scheduled', settled_minor = 0 where ${last}`],
    ],
    [
      'an instalment for which nothing is on its way',
      ['I3'],
      [`update instalment set reserved_minor = 1 where ${last}`],
      [`update instalment set reserved_minor = 0 where ${last}`],
    ],
    [
      'a message that was never sent',
      ['I9'],
      [
        `insert into outbox_message (id, channel, recipient, text_body, created_at) values ('11111111-1111-4111-8111-111111111111', 'sms', '+61491570333', 'x', '2020-01-01')`,
      ],
      [`delete from outbox_message where id = '11111111-1111-4111-8111-111111111111'`],
    ],
  ])('finds %s', async (_, invariants, damage, repair) => {
    await tamper(...damage)
    const found = await check()
    await tamper(...repair)
    expect([...new Set(found)].toSorted()).toEqual(invariants)
  })

  it('says of a school what is due, released, sent and paid, and what was settled', async () => {
    await tamper(`update remittance set returned_at = paid_at where ${remittance}`)
    const found = await checkLedger(db, { now: server.deps.clock() })
    await tamper(`update remittance set returned_at = null where ${remittance}`)
    expect(found.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(
        /^Wattle Grove College, AUD in minor units: settled \d+, due 0, released 0, sent 0, paid \d+, gone in the books \d+$/,
      ),
    )
  })

  it('finds a changed past, even if it still adds up', async () => {
    await server.travel(60 * 60_000)
    await sealLedger(db, server.deps.clock())
    const rename = (to: string, from: string) =>
      tamper(
        `update ledger_entry set description = '${to}' where account_id = '${accountId}' and description = '${from}'`,
      )
    await rename('Gift', 'Additional payment')
    const found = await check()
    await rename('Additional payment', 'Gift')
    expect(found).toEqual(['I8'])
  })

  describe('of sealed entries', () => {
    const sealNewEntries = async (entriesOfASeal?: number) => {
      await payer.pay(50, { token: await server.logIn(payer.email, payer.mobile) })
      await server.travel(60 * 60_000)
      await sealLedger(db, server.deps.clock(), entriesOfASeal)
    }
    const brokenSeals = async (daysLater: number, isFull: boolean) => {
      const now = new Date(server.deps.clock().getTime() + daysLater * 24 * 60 * 60_000)
      const found = await checkLedger(db, { now, isFull })
      return found.filter(({ invariant }) => invariant.startsWith('I8')).map(({ subject }) => subject)
    }

    it('compares each range once in four weeks, the newest always, and all of them if asked to', async () => {
      const last = await db.value<number>(sql`select max(last_seq) from ledger_seal`)
      await sealNewEntries(1)
      await sealNewEntries()
      const newest = await db.value<number>(sql`select max(last_seq) from ledger_seal`)
      const oldest = await db.value<number>(sql`select min(seq) from ledger_entry where seq > ${last}`)
      const postpone = (days: number) =>
        tamper(`update ledger_entry set posted_on = posted_on + ${days} where seq in (${oldest}, ${newest})`)
      await postpone(1)
      const days = Array.from({ length: 28 }, (_, day) => day)
      const found = []
      for (const day of days) found.push(...(await brokenSeals(day, false)))
      const full = await brokenSeals(0, true)
      await postpone(-1)
      expect(found.filter((subject) => subject === `entries ${oldest} to ${oldest}`)).toHaveLength(1)
      expect(found.filter((subject) => subject.endsWith(` to ${newest}`))).toHaveLength(28)
      expect(full).toHaveLength(2)
    })

    it('finds a seal that was taken away', async () => {
      await sealNewEntries(1)
      const [seal] = await db.many<{ seq: number; digest: string; at: Date }>(sql`
        select last_seq as seq, digest, sealed_at as at from ledger_seal order by last_seq limit 1`)
      await tamper(`delete from ledger_seal where last_seq = ${seal?.seq}`)
      const found = await brokenSeals(0, true)
      await tamper(
        `insert into ledger_seal values (${seal?.seq}, '${seal?.digest}', '${seal?.at.toISOString()}')`,
      )
      expect(found).toHaveLength(1)
    })
  })
})

describe('The comparison with the provider', () => {
  const ours = {
    id: 'a',
    providerPaymentId: 'pi_1',
    total: 100,
    currency: 'AUD',
    hasSucceeded: true,
    refunded: 0,
    disputed: 0,
  }
  const theirs = {
    paymentIntent: 'pi_1',
    amount: 100,
    currency: 'aud',
    hasSucceeded: true,
    isRefunded: false,
    refunded: 0,
    disputed: 0,
  }

  it.each([
    ['nothing when both say the same', [ours], [theirs], []],
    ['a payment without a charge', [ours], [], ['I4']],
    ['a payment charged twice', [ours], [theirs, theirs], ['I4']],
    ['a payment charged in another amount', [ours], [{ ...theirs, amount: 101 }], ['I4']],
    ['a payment charged in another currency', [ours], [{ ...theirs, currency: 'gbp' }], ['I4']],
    ['a refund that we do not have', [ours], [{ ...theirs, refunded: 10 }], ['I4']],
    ['a refund that the provider does not have', [{ ...ours, refunded: 10 }], [theirs], ['I4']],
    ['a refund of another amount', [{ ...ours, refunded: 10 }], [{ ...theirs, refunded: 20 }], ['I4']],
    ['a dispute that we do not have', [ours], [{ ...theirs, disputed: 100 }], ['I4']],
    ['a dispute that the provider does not have', [{ ...ours, disputed: 100 }], [theirs], ['I4']],
    ['a charge without a payment', [], [theirs], ['I5']],
    ['a charge of a payment that failed', [{ ...ours, hasSucceeded: false }], [theirs], ['I5']],
    [
      'nothing in a charge without a payment that was refunded in full',
      [],
      [{ ...theirs, isRefunded: true }],
      [],
    ],
    [
      'a refunded charge of a payment that failed',
      [{ ...ours, hasSucceeded: false }],
      [{ ...theirs, isRefunded: true }],
      ['I5'],
    ],
    ['nothing in a charge that failed', [], [{ ...theirs, hasSucceeded: false }], []],
  ])('finds %s', (_, payments, charges, found) => {
    expect(matchCharges(payments, charges).map(({ invariant }) => invariant.split(' ')[0])).toEqual(found)
  })

  describe('by time', () => {
    const { AU } = server.deps.providers.stripe
    const dayMs = 24 * 60 * 60_000
    const differences = async (since: Date) =>
      (await compareWithProvider(db, { accounts: server.deps.providers.stripe, since })).map(
        ({ invariant }) => invariant.split(' ')[0],
      )
    const ago = (days: number) => new Date(server.deps.clock().getTime() - days * dayMs)

    it('after a restore reaches back to before the last check, and five weeks at least', async () => {
      const now = server.deps.clock()
      const before = (days: number) => new Date(now.getTime() - days * dayMs)
      expect(await sinceLastCheck(db, now)).toEqual(new Date(0))
      await recordCheck(db, before(60), [])
      expect(await sinceLastCheck(db, now)).toEqual(before(61))
      await recordCheck(db, before(1), [])
      expect(await sinceLastCheck(db, now)).toEqual(before(35))
    })

    it('finds nothing in a dispute for more than its payment, which is our loss', async () => {
      const other = await addPayer(server, { sources: [visaCredit()] })
      await other.pay(70)
      const [intent] = await db.values<string>(sql`
        select provider_payment_id from payment
        where account_id = ${other.accountId} and provider_key is not null`)
      const { data } = await AU.client.charges.list({ payment_intent: intent ?? '' })
      await server.sandboxApi('stripe/dispute', { charge: data[0]?.id, amount: 90_00 })
      const disputed = () =>
        db.values<number>(sql`select loss_minor from dispute where account_id = ${other.accountId}`)
      await expect.poll(disputed).toEqual([90_00 - 70_70])
      expect(await differences(new Date(0))).toEqual([])
    })

    it('finds a refund that no event told of, also of a payment from before that time', async () => {
      const other = await addPayer(server, { sources: [visaCredit()] })
      await other.pay(70)
      const intent = await db.value<string>(sql`
        select provider_payment_id from payment
        where account_id = ${other.accountId} and provider_key is not null`)
      await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 100 })
      await server.travel(3 * dayMs)
      expect(await differences(ago(1))).toEqual([])
      const refund = await AU.client.refunds.create({ payment_intent: intent, amount: 1000 })
      expect(await differences(new Date(0))).toEqual(['I4'])
      expect(await differences(ago(1))).toEqual(['I4'])
      const [payment] = await paymentsOf(server, other.accountId)
      const key = { accountId: other.accountId, id: payment?.id ?? '' }
      await recordRefund(server.deps, key, {
        id: refund.id,
        amount: cents(1000),
        hasSucceeded: true,
        hasFailed: false,
        orderId: null,
      })
      expect(await differences(ago(1))).toEqual([])
      // And the other way round.
      await tamper(`update payment set refunded_minor = 900 where id = '${key.id}'`)
      expect(await differences(ago(1))).toEqual(['I4'])
      await tamper(`update payment set refunded_minor = 1000 where id = '${key.id}'`)
    })

    it('finds what is missing on either side, and only of that time', async () => {
      const stray = await AU.client.paymentIntents.create({
        amount: 4_200,
        currency: 'aud',
        payment_method: 'pm_card_visa',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
      })
      await server.travel(3 * dayMs)
      await payer.pay(30, { token: await server.logIn(payer.email, payer.mobile) })
      expect(await differences(ago(1))).toEqual([])
      expect(await differences(ago(4))).toEqual(['I5'])
      const newest = `(select id from payment where provider_key is not null order by created_at desc limit 1)`
      const intent = await db.value<string>(sql`
        select provider_payment_id from payment where provider_key is not null order by created_at desc limit 1`)
      await tamper(`update payment set provider_payment_id = 'pi_other' where id = ${newest}`)
      expect((await differences(ago(1))).toSorted()).toEqual(['I4', 'I5'])
      await tamper(`update payment set provider_payment_id = '${intent}' where id = ${newest}`)
      await AU.client.refunds.create({ payment_intent: stray.id })
      expect(await differences(ago(4))).toEqual([])
    })
  })
})
