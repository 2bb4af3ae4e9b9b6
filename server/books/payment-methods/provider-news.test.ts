import { describe, expect, it } from 'vitest'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { payer, setUpUkBankAccount, type Payer } from '#tools/testing/payer.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { mandateChanged, paymentMethodChanged, setupIntentSucceeded } from './provider-news.ts'
import { openSetUpSession } from './uk-bank-set-up.ts'

const server = await testServer()
const { deps } = server
const { hearNews } = daysOf(server)
const { client: auClient } = deps.providers.stripe.AU
const { client: ukClient } = deps.providers.stripe.UK
const uk = { school: 'Oakfield School' as const, sources: [] }
const day = 86_400_000

type Row = {
  id: string
  status: string
  mandateId: string
  mandateStatus: string
  methodId: string
  expiry: string
}
async function rowsOf({ accountId }: Payer): Promise<Row[]> {
  return deps.db.many<Row>(sql`
    select id, status, provider_mandate_id as "mandateId", mandate_status as "mandateStatus",
      provider_payment_method_id as "methodId", card_expiry as expiry
    from repayment_source where account_id = ${accountId} order by created_at, id`)
}

const mailsTo = async (email: string) =>
  deps.db.many<{ kind: string }>(sql`
    select kind from outbox_message where recipient = ${email} and channel = 'email' order by created_at`)

describe('A UK mandate', () => {
  it('that the bank takes up becomes active, and one that it refuses makes its account unusable', async () => {
    const [good, bad] = [await payer(server, uk), await payer(server, uk)]
    await good.post('repayment-sources', {
      bacsDebitStripePaymentMethodId: await setUpUkBankAccount(server, good),
    })
    await bad.post('repayment-sources', {
      bacsDebitStripePaymentMethodId: await setUpUkBankAccount(server, bad, '00033333'),
    })
    const [taken] = await rowsOf(good)
    const [refused] = await rowsOf(bad)
    expect([taken?.mandateStatus, refused?.mandateStatus]).toEqual(['pending', 'pending'])
    expect((await good.details()).repaymentSources).toMatchObject([{ isMandatePending: true }])

    await server.travel(8 * day)
    // News may come twice, at once and in any order: they only say where to look.
    const ids = [taken?.mandateId ?? '', refused?.mandateId ?? '']
    await Promise.all([...ids, ...ids, ...ids].map((id) => mandateChanged(deps, 'UK', id)))

    expect(await rowsOf(good)).toMatchObject([{ status: 'Usable', mandateStatus: 'active' }])
    expect(await rowsOf(bad)).toMatchObject([{ status: 'Unusable', mandateStatus: 'inactive' }])
    await good.logInAgain()
    expect((await good.details()).repaymentSources).toMatchObject([{ isMandatePending: false }])
    await bad.logInAgain()
    expect((await bad.details()).repaymentSources).toMatchObject([
      { isUsable: false, trouble: 'MandateEnded' },
    ])
    expect(await mailsTo(good.email)).toEqual([{ kind: 'MethodChanged' }, { kind: 'MandateActive' }])
    expect(await mailsTo(bad.email)).toEqual([{ kind: 'MethodChanged' }, { kind: 'SourceUnusable' }])
    const sent = { repaymentChangeId: null, repaymentSourceId: refused?.id }
    expect((await bad.post('activate-repayment-source', sent)).status).toBe(200)
  })

  it('that we do not know, or that is in the other region, changes nothing', async () => {
    const parent = await payer(server, { sources: [bankAccount()] })
    const [row] = await rowsOf(parent)
    await mandateChanged(deps, 'UK', 'mandate_unknown')
    await mandateChanged(deps, 'UK', row?.mandateId ?? '')
    expect(await rowsOf(parent)).toEqual([row])
  })
})

describe('An Australian mandate', () => {
  it('that the bank ends makes its account unusable, tells the family and says so on the page, once', async () => {
    const parent = await payer(server, { sources: [bankAccount(), visaDebit()] })
    const [row] = await rowsOf(parent)
    expect((await parent.details()).repaymentSources[0]).toMatchObject({ trouble: null, isUsable: true })
    for (const _ of [1, 2]) {
      await server.sandboxApi('stripe/revoke-mandate', { mandate: row?.mandateId })
      await hearNews()
    }
    expect((await parent.details()).repaymentSources).toMatchObject([
      { trouble: 'MandateEnded', isUsable: false, preferred: true, hasAuthorisation: true },
      { trouble: null, isUsable: true },
    ])
    expect(await mailsTo(parent.email)).toEqual([{ kind: 'SourceUnusable' }])
    const letter = await server.message(parent.email, 'email')
    expect(letter.text).toContain('Bank account ending 3456')
    expect(letter.links).toContain(`${deps.config.portalOrigin}/manage-payments`)

    // Nothing can be taken the old way, so another one takes over at once; and there is no way back.
    const [change] = (await parent.details()).repayments
    const activate = (place: number) =>
      parent.post('activate-repayment-source', {
        repaymentChangeId: change?.repaymentChangeId,
        repaymentSourceId: parent.sourceIds[place],
      })
    expect((await activate(1)).body.repayments).toMatchObject([{ isPending: false }])
    expect(await activate(0)).toMatchObject({ status: 409, body: { code: 'source_unusable' } })
  })
})

describe('A set-up that fails', () => {
  it('at the provider saves nothing and charges nothing, and the next one is taken', async () => {
    const parent = await payer(server, uk)
    // The provider knows no account of this number.
    expect(await setUpUkBankAccount(server, parent, '00044444')).not.toMatch(/^pm_/)
    await hearNews()
    expect(await rowsOf(parent)).toEqual([])
    expect(await mailsTo(parent.email)).toEqual([])
    const id = await setUpUkBankAccount(server, parent)
    const { status } = await parent.post('repayment-sources', { bacsDebitStripePaymentMethodId: id })
    expect(status).toBe(200)
    expect(await rowsOf(parent)).toHaveLength(1)
  })
})

describe('A card', () => {
  it('gets the new date that the bank sent, and is usable again', async () => {
    const parent = await payer(server, { sources: [visaDebit({ isExpired: true }), bankAccount()] })
    const [card] = await rowsOf(parent)
    const year = deps.clock().getUTCFullYear() + 5
    await auClient.paymentMethods.update(card?.methodId ?? '', { card: { exp_month: 4, exp_year: year } })
    await Promise.all([1, 2, 3].map(() => paymentMethodChanged(deps, 'AU', card?.methodId ?? '')))
    expect((await rowsOf(parent))[0]).toMatchObject({ status: 'Usable', expiry: `${year}-04` })
    const events = await deps.db.many(sql`
      select action, actor_kind from audit_event where subject_id = ${parent.accountId}`)
    expect(events).toEqual([{ action: 'SourceUsable', actor_kind: 'System' }])
  })

  it('that was taken off its customer at the provider is unusable', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    const [card] = await rowsOf(parent)
    await auClient.paymentMethods.detach(card?.methodId ?? '')
    await paymentMethodChanged(deps, 'AU', card?.methodId ?? '')
    await paymentMethodChanged(deps, 'AU', card?.methodId ?? '')
    expect((await rowsOf(parent))[0]).toMatchObject({ status: 'Unusable' })
    expect(await mailsTo(parent.email)).toHaveLength(1)
  })

  it('that the family removed stays removed', async () => {
    const parent = await payer(server, { sources: [bankAccount(), visaDebit()] })
    const card = (await rowsOf(parent))[1]
    await parent.post('remove-repayment-source', { repaymentSourceId: card?.id })
    await paymentMethodChanged(deps, 'AU', card?.methodId ?? '')
    expect((await rowsOf(parent))[1]).toMatchObject({ status: 'Removed' })
    expect(await mailsTo(parent.email)).toEqual([{ kind: 'MethodChanged' }])
  })
})

describe('A UK bank account that was set up', () => {
  const intentOf = async (methodId: string) =>
    (await ukClient.setupIntents.list({ payment_method: methodId })).data[0]?.id ?? ''

  it('is saved although the browser was closed, and once although it was not', async () => {
    const parent = await payer(server, uk)
    const id = await setUpUkBankAccount(server, parent)
    const intentId = await intentOf(id)
    await Promise.all([
      setupIntentSucceeded(deps, 'UK', intentId),
      parent.post('repayment-sources', { bacsDebitStripePaymentMethodId: id }),
      setupIntentSucceeded(deps, 'UK', intentId),
    ])
    expect(await rowsOf(parent)).toMatchObject([{ methodId: id, status: 'Usable' }])
    expect((await parent.details()).repaymentSources).toMatchObject([{ isDefault: true, preferred: true }])
  })

  it('is not saved where the account may not have one', async () => {
    const parent = await payer(server, uk)
    const id = await setUpUkBankAccount(server, parent)
    await deps.db.run(sql`
      update account set allowed_regional_methods = '{PaymentCard}' where id = ${parent.accountId}`)
    await setupIntentSucceeded(deps, 'UK', await intentOf(id))
    expect(await rowsOf(parent)).toEqual([])
  })

  it('is not a card, which comes with a call of its own', async () => {
    const parent = await payer(server, { sources: [] })
    const card = await parent.typeCard('4242424242424242')
    const { data } = await auClient.setupIntents.list({ payment_method: card })
    await setupIntentSucceeded(deps, 'AU', data[0]?.id ?? '')
    expect(await rowsOf(parent)).toEqual([])
  })

  it('can come from a session of the provider’s check-out', async () => {
    const parent = await payer(server, uk)
    const { clientSecret } = await openSetUpSession(deps, parent.accountId)
    const sessions = await deps.db.many<{ id: string; kind: string }>(sql`
      select id, kind from checkout_session where account_id = ${parent.accountId}`)
    expect(sessions).toMatchObject([{ kind: 'SetUp' }])
    expect(clientSecret.startsWith(sessions[0]?.id ?? 'nothing')).toBe(true)
  })
})
