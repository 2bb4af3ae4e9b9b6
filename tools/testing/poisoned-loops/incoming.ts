import { randomUUID } from 'node:crypto'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { receiptFile, type Receipt } from '#sandbox/bpay/receipt-file.ts'
import { cents } from '#domain/money.ts'
import { regionFacts, regions, type Region } from '#domain/region.ts'
import { sql } from '#server/platform/database/sql.ts'
import { importDeposits } from '#server/books/deposits/import-deposits.ts'
import { expireRequests } from '#server/books/payment-requests/payment-requests.ts'
import { insertSession } from '#server/books/checkout-sessions/sessions.store.ts'
import { expireSession, openPaymentSession } from '#server/platform/providers/stripe/sessions.ts'
import { collectEvents } from '#server/books/webhooks/collect-events.ts'
import { handleForgottenEvents } from '#server/books/webhooks/handle-event.ts'
import type { Loop, LoopSetting } from './loop.ts'

/** What payers, the provider and the bank send us. */
export function loopsOfIncomingNews({ server, deps, db, ago, today, yes, hasRow }: LoopSetting): Loop[] {
  const folder = deps.config.depositFolder ?? ''

  /** A wallet session at the provider. */
  const openSession = async (accountId: string, region: Region) => {
    const subject = await db.first<{ institutionId: string; requestId: string | null }>(sql`
      select institution_id as "institutionId",
        (select id from payment_request where account_id = account.id) as "requestId"
      from account where id = ${accountId}`)
    if (!subject) throw new Error('There is no such family')
    const opened = await openPaymentSession(deps.providers.stripe[region], {
      subject: { accountId, ...subject },
      amount: cents(500),
      currency: regionFacts[region].currency,
      productName: 'School fees',
      email: null,
      returnUrl: `${deps.config.portalOrigin}/pay-now`,
      key: randomUUID(),
    })
    return { ...opened, ...subject }
  }
  const expiredSession = async (accountId: string, region: Region) => {
    const { id } = await openSession(accountId, region)
    await expireSession(deps.providers.stripe[region], id)
    return id
  }
  const sessionOf = new Map<string, string>()
  const setSession = (accountId: string, sessionId: string) =>
    db.run(sql`
      update provider_event set body = ${JSON.stringify({ data: { object: { id: sessionId } } })}
      where id = ${`evt_${accountId}`}`)

  /** The event of a session, of which no webhook came. */
  const eventOf = new Map<string, string>()
  const loseEvent = async (accountId: string, region: Region) => {
    await server.sandboxApi('faults', { provider: 'stripe-webhooks', action: 'lose', times: 999_999 })
    const sessionId = await expiredSession(accountId, region)
    await server.sandboxApi('webhooks/flush')
    await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
    const list = deps.providers.stripe[region].client.events.list({ types: ['checkout.session.expired'] })
    for await (const event of list)
      if ((event.data.object as { id: string }).id === sessionId) eventOf.set(accountId, event.id)
  }

  /** What the bank says of a deposit for a family. */
  let deposits = 0
  const depositOf = async (accountId: string): Promise<Receipt> => {
    deposits += 1
    const row = await db.first<{ billerCode: string; reference: string }>(sql`
      select institution.bpay_biller_code as "billerCode", account.bpay_reference as reference
      from account join institution on institution.id = institution_id where account.id = ${accountId}`)
    const { billerCode = '', reference: crn = '' } = row ?? {}
    return { billerCode, crn, amountCents: 1200, date: digits(), bankReference: `T00000${deposits}` }
  }
  const digits = () => today().replaceAll('-', '')
  const writeDeposits = async (name: string, receipts: readonly Receipt[]) => {
    await mkdir(join(folder, 'imported'), { recursive: true })
    await writeFile(join(folder, name), receiptFile(digits(), receipts))
  }
  /** The deposits of one file. */
  const depositsOfBank: Receipt[] = []
  /** So long that nothing can be added to it where it is taken. */
  const longName = (accountId: string) => `${accountId.padEnd(250, '-')}.csv`

  return [
    {
      work: 'expire-requests',
      account: (id) => ({ requests: [{ id, amountDue: cents(500) }] }),
      refuses: sql`payment_request`,
      arrange: (id) =>
        db.run(sql`update payment_request set expires_at = ${ago(1)} where account_id = ${id}`),
      run: () => expireRequests(deps),
      isDone: (id) => hasRow(id, sql`payment_request`, sql`status = 'Expired'`),
    },
    {
      work: 'import-deposit',
      refuses: sql`ledger_entry`,
      arrange: async (id) => {
        depositsOfBank.push(await depositOf(id))
        await writeDeposits('bank.csv', depositsOfBank)
      },
      run: () => importDeposits(deps),
      isDone: (id) => hasRow(id, sql`deposit`),
    },
    {
      work: 'import-deposits',
      nameOf: longName,
      arrange: async (id) => writeDeposits(longName(id), [await depositOf(id)]),
      spoil: (id) => writeFile(join(folder, 'imported', longName(id)), 'An earlier file'),
      mend: (id) => rm(join(folder, 'imported', longName(id))),
      run: () => importDeposits(deps),
      isDone: (id) =>
        access(join(folder, longName(id))).then(
          () => false,
          () => true,
        ),
    },
    {
      work: 'close-sessions',
      account: (id) => ({ requests: [{ id, amountDue: cents(500) }] }),
      refuses: sql`checkout_session`,
      arrange: async (accountId) => {
        const { id, expiresAt, institutionId, requestId } = await openSession(accountId, 'AU')
        await insertSession(db, {
          accountId,
          id,
          kind: 'Payment',
          requestId,
          institutionId,
          amount: cents(500),
          status: 'Open',
          attempt: null,
          change: null,
          createdAt: deps.clock(),
          expiresAt,
        })
        await db.run(sql`update payment_request set status = 'Cancelled' where account_id = ${accountId}`)
      },
      run: () => expireRequests(deps),
      isDone: (id) => hasRow(id, sql`checkout_session`, sql`status = 'Expired'`),
    },
    {
      work: 'handle-provider-event',
      nameOf: (id) => `evt_${id}`,
      arrange: async (id) => {
        sessionOf.set(id, await expiredSession(id, 'AU'))
        await db.run(sql`
          insert into provider_event (id, provider, region, kind, body, happened_at, received_at)
          values (${`evt_${id}`}, 'stripe', 'AU', 'checkout.session.expired', '{}', ${ago(1)}, ${ago(1)})`)
        await setSession(id, sessionOf.get(id) ?? '')
      },
      // Of another account at the provider.
      spoil: (id) => setSession(id, 'cs_test_elsewhere'),
      mend: (id) => setSession(id, sessionOf.get(id) ?? ''),
      run: () => handleForgottenEvents(deps),
      isDone: (id) =>
        yes(sql`select processed_at is not null as yes from provider_event where id = ${`evt_${id}`}`),
    },
    ...regions.map((region) => ({
      work: `collect-provider-events-${region}` as const,
      account: () => (region === 'UK' ? ({ school: 'Oakfield School' } as const) : {}),
      nameOf: (id: string) => eventOf.get(id) ?? '',
      refuses: sql`provider_event`,
      arrange: (id: string) => loseEvent(id, region),
      run: () => collectEvents(deps),
      isDone: (id: string) =>
        yes(sql`select exists (select from provider_event where id = ${eventOf.get(id) ?? ''}) as yes`),
    })),
  ]
}
