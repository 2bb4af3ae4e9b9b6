import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { addPayer, providerCharges } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { checkLedger, matchCharges, sealLedger } from './invariants.ts'

const server = await testServer()
const { db } = server.deps
const check = async () => {
  const charges = await providerCharges(server)
  const found = await checkLedger(db, { now: server.deps.clock(), charges })
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
  beforeEach(async () => expect(await check()).toEqual([]))
  afterEach(async () => expect(await check()).toEqual([]))

  const posting = `ledger_posting where account_id = '${accountId}' and book = 'Family'`
  const stray = '22222222-2222-4222-8222-222222222222'
  const paid = `payment where account_id = '${accountId}' and provider_key is not null`
  const cover = `cover where payment_id = (select id from ${paid} and kind = 'Early' limit 1)`
  const last = `account_id = '${accountId}' and seq = (select max(seq) from instalment where account_id = '${accountId}')`

  it.each([
    [
      'a posting that was changed',
      ['I1', 'I2', 'I4'],
      [
        `update ledger_posting set amount_minor = amount_minor + 1 where ctid = (select ctid from ${posting} and amount_minor = 10000 limit 1)`,
      ],
      [
        `update ledger_posting set amount_minor = amount_minor - 1 where ctid = (select ctid from ${posting} and amount_minor = 10001 limit 1)`,
      ],
    ],
    [
      'a payment marked as failed although it was charged',
      ['I4', 'I5'],
      [`update payment set status = 'Failed' where ctid = (select ctid from ${paid} limit 1)`],
      [`update payment set status = 'Succeeded' where ctid = (select ctid from ${paid} limit 1)`],
    ],
    [
      'a payment of another amount than was charged',
      ['I4'],
      [`update payment set amount_minor = amount_minor + 1 where ctid = (select ctid from ${paid} limit 1)`],
      [`update payment set amount_minor = amount_minor - 1 where ctid = (select ctid from ${paid} limit 1)`],
    ],
    [
      'a request marked as paid without a payment',
      ['I3'],
      [`update payment_request set amount_paid_minor = 5000 where id = '${requestIdOf(request)}'`],
      [`update payment_request set amount_paid_minor = 0 where id = '${requestIdOf(request)}'`],
    ],
    [
      'a payment marked as refunded without a refund',
      ['I3'],
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
      ['I7'],
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
      ['I11'],
      [
        `insert into withdrawal_request (account_id, id, bank_account_id, amount_minor, status, created_at) values ('${accountId}', '${stray}', '${stray}', 10000, 'Paid', '2026-01-01')`,
        `insert into ledger_entry (account_id, id, kind, posted_on, created_at) values ('${accountId}', '${stray}', 'Withdrawal', '2026-01-01', '2026-01-01')`,
        `insert into ledger_posting (account_id, entry_id, line, book, currency, amount_minor) select account_id, '${stray}'::uuid, line, book, 'AUD', sign * balance_minor from family_balance, (values (1, 'Family', -1), (2, 'Bank', 1)) part (line, book, sign) where account_id = '${accountId}'`,
      ],
      [
        `delete from ledger_posting where entry_id = '${stray}'`,
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
      ['I10', 'I3'],
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

  it('still trusts a seal after new entries', async () => {
    await payer.pay(50, { token: await server.logIn(payer.email, payer.mobile) })
    const seals = await db.many(sql`select last_seq from ledger_seal`)
    expect(seals).toHaveLength(1)
  })
})

describe('The comparison with the provider', () => {
  const ours = { id: 'a', providerPaymentId: 'pi_1', total: 100, currency: 'AUD', hasSucceeded: true }
  const theirs = { paymentIntent: 'pi_1', amount: 100, currency: 'aud', hasSucceeded: true }

  it.each([
    ['nothing when both say the same', [ours], [theirs], []],
    ['a payment without a charge', [ours], [], ['I4']],
    ['a payment charged twice', [ours], [theirs, theirs], ['I4']],
    ['a payment charged in another amount', [ours], [{ ...theirs, amount: 101 }], ['I4']],
    ['a payment charged in another currency', [ours], [{ ...theirs, currency: 'gbp' }], ['I4']],
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
})
