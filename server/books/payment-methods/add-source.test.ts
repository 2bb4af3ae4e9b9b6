import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import type { Account } from '#tools/demo/account.ts'
import { bankAccount as savedBankAccount, visaDebit } from '#tools/demo/sources.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { authorised, bankAccount, payer, setUpUkBankAccount, type Payer } from '#tools/testing/payer.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { decrypt } from '../../platform/encryption/encryption.ts'

const server = await testServer()
const { deps, sandboxUrl } = server
const schema = contract['POST /api/portal/customer/account/:accountId/repayment-sources'].reply
const refusal = (status: number, code: string) => ({ status, body: { code, msg: expect.any(String) } })

const visa = '4242424242424242'
const empty = { sources: [] }
const uk = { school: 'Oakfield School' as const, sources: [] }

async function rowsOf({ accountId }: Payer) {
  return deps.db.many<Record<string, any>>(sql`
    select * from repayment_source where account_id = ${accountId} order by created_at, id`)
}

/** Every table of the database, those of the jobs too, with a row that holds a text, in letters or as bytes. */
async function tablesThatHold(text: string): Promise<string[]> {
  const tables = await deps.db.many<{ name: string }>(sql`
    select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(50)
  const holding: string[] = []
  for (const { name } of tables) {
    const found = await deps.db.first({
      name: '',
      text: `select 1 from ${name} each where strpos(to_jsonb(each)::text, $1) > 0
        or strpos(to_jsonb(each)::text, $2) > 0 limit 1`,
      values: [text, Buffer.from(text).toString('hex')],
    })
    if (found) holding.push(name)
  }
  return holding
}

async function fault(rule: object) {
  await fetch(`${sandboxUrl}/_sandbox/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'stripe', times: 1, ...rule }),
  })
}

beforeEach(() => fetch(`${sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' }))

describe('A card', () => {
  it('is saved, and the first one is default and active', async () => {
    const parent = await payer(server, empty)
    const { status, body } = await parent.post('repayment-sources', {
      cardToken: await parent.typeCard(visa),
    })
    expect(status).toBe(200)
    expect(schema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      type: 'PaymentCard',
      displayName: 'Visa ending 4242',
      holderName: 'Olivia Bennett',
      cardType: 'visa',
      surchargePercentage: '1%',
      isDefault: true,
      preferred: true,
      isUsable: true,
    })
  })

  it('that comes second is neither default nor active', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    const { body } = await parent.post('repayment-sources', { cardToken: await parent.typeCard(visa) })
    expect(body).toMatchObject({ isDefault: false, preferred: false })
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ displayName }) => displayName)).toEqual([
      'Visa ending 5556',
      'Visa ending 4242',
    ])
  })

  it('that was typed to pay once is saved, but no plan is collected from it until it is added for that', async () => {
    const parent = await payer(server, {
      ...empty,
      isSetupIncomplete: true,
      setupStatus: 'AddPaymentMethod',
    })
    const add = async (more: object = {}) =>
      (await parent.post('repayment-sources', { cardToken: await parent.typeCard(visa), ...more })).body
    const once = await add({ isForOnePayment: true })
    expect(once).toMatchObject({ isDefault: false, preferred: false, isUsable: true })
    const read = async (what: string) => {
      const path = `GET /api/portal/customer/account/${parent.accountId}/${what}`
      return (await server.call(path, { token: parent.token })).body
    }
    expect((await read('overview')).nextRepayment?.source ?? null).toBeNull()
    expect((await read('overview')).config.accountSetupTasks.hasRepaymentSource).toBe(false)
    expect((await read('account-setup-status')).accountSetupStatus).toBe('AddPaymentMethod')
    expect(await add()).toMatchObject({ id: once.id, isDefault: true, preferred: true })
    expect((await read('overview')).config.accountSetupTasks.hasRepaymentSource).toBe(true)
    expect((await read('account-setup-status')).accountSetupStatus).not.toBe('AddPaymentMethod')
  })

  it('is saved once when the same token is sent several times at once', async () => {
    const parent = await payer(server, empty)
    const cardToken = await parent.typeCard(visa)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => parent.post('repayment-sources', { cardToken })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await rowsOf(parent)).toHaveLength(1)
  })

  it('is answered again when its reply got lost and the call is sent once more', async () => {
    const parent = await payer(server, empty)
    const cardToken = await parent.typeCard(visa)
    const first = await parent.post('repayment-sources', { cardToken })
    const second = await parent.post('repayment-sources', { cardToken })
    expect(second.body).toEqual(first.body)
  })

  it('that is saved already is not saved twice, and its double is taken off the provider', async () => {
    const parent = await payer(server, empty)
    const first = await parent.post('repayment-sources', { cardToken: await parent.typeCard(visa) })
    const double = await parent.typeCard(visa)
    const second = await parent.post('repayment-sources', { cardToken: double })
    expect(second.body).toEqual(first.body)
    const [row] = await rowsOf(parent)
    expect(row?.['provider_payment_method_id']).not.toBe(double)
    const { client } = deps.providers.stripe.AU
    await expect.poll(async () => (await client.paymentMethods.retrieve(double)).customer).toBeNull()
    const kept = await client.paymentMethods.retrieve(row?.['provider_payment_method_id'])
    expect(kept.customer).not.toBeNull()
  })

  it('with a later date takes the place of the same card that has expired', async () => {
    const parent = await payer(server, empty)
    const year = deps.clock().getUTCFullYear()
    const first = await parent.post('repayment-sources', { cardToken: await parent.typeCard(visa) })
    await deps.db.run(sql`
      update repayment_source set card_expiry = ${`${year - 1}-01`} where account_id = ${parent.accountId}`)
    expect((await parent.details()).repaymentSources).toMatchObject([{ isUsable: false }])
    const again = await parent.typeCard(visa, { expiry: [3, year + 4] })
    const second = await parent.post('repayment-sources', { cardToken: again })
    expect(second.body).toMatchObject({ id: first.body.id, expiryDate: `${year + 4}-03`, isUsable: true })
    expect(await rowsOf(parent)).toMatchObject([{ provider_payment_method_id: again }])
  })

  it('typed for another family is refused', async () => {
    const [parent, stranger] = [await payer(server, empty), await payer(server, empty)]
    const cardToken = await stranger.typeCard(visa)
    expect(await parent.post('repayment-sources', { cardToken })).toMatchObject(
      refusal(409, 'card_form_expired'),
    )
  })

  it.each(firstOf(1, ['pm_card_visa', 'pm_made_up', '../customers']))(
    'token %s is refused',
    async (cardToken) => {
      const parent = await payer(server, empty)
      expect(await parent.post('repayment-sources', { cardToken })).toMatchObject(
        refusal(409, 'card_form_expired'),
      )
    },
  )

  it('that is declined three times in a row leaves nothing behind, and one that is good is taken then', async () => {
    const parent = await payer(server, empty)
    for (const number of ['4000000000000002', '4000000000009995', '4000000000000069'])
      await expect(parent.typeCard(number)).rejects.toThrow(/card/)
    expect(await rowsOf(parent)).toEqual([])
    const { client } = deps.providers.stripe.AU
    const customer = await customerOf(parent)
    expect((await client.paymentMethods.list({ customer, type: 'card' })).data).toEqual([])
    const { status } = await parent.post('repayment-sources', { cardToken: await parent.typeCard(visa) })
    expect(status).toBe(200)
    expect((await client.paymentIntents.list({ customer })).data).toEqual([])
    expect((await client.charges.list({ customer })).data).toEqual([])
  })

  it('can be tried ten times in ten minutes, and then not for a while', async () => {
    const parent = await payer(server, empty)
    for (let tries = 0; tries < 10; tries += 1)
      await expect(parent.typeCard('4000000000000002')).rejects.toThrow('Your card was declined.')
    await expect(parent.typeCard(visa)).rejects.toThrow('refused with 429')
    expect(await rowsOf(parent)).toEqual([])
  })

  it('is never kept with its number', async () => {
    const parent = await payer(server, empty)
    const { body } = await parent.post('repayment-sources', { cardToken: await parent.typeCard(visa) })
    const everything = JSON.stringify([body, await rowsOf(parent), await parent.details()])
    expect(everything).not.toContain(visa)
  })
})

describe('An Australian bank account', () => {
  it('is saved with a mandate, an authorisation and a copy of it by mail', async () => {
    const parent = await payer(server, empty)
    const { status, body } = await parent.post('repayment-sources', authorised)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'BankAccount',
      displayName: 'Bank account ending 3456',
      holderName: 'Olivia Bennett',
      surchargePercentage: '0%',
      isUsable: true,
    })
    const [row] = await rowsOf(parent)
    expect(row).toMatchObject({
      provider_payment_method_id: expect.stringMatching(/^pm_/),
      provider_mandate_id: expect.stringMatching(/^mandate_/),
      mandate_status: 'active',
    })
    const mandate = await deps.providers.stripe.AU.client.mandates.retrieve(row?.['provider_mandate_id'])
    expect(mandate.customer_acceptance.online?.ip_address).toMatch(/127\.0\.0\.1$/)

    const text = await deps.db.first<{ version: number; body: string }>(sql`
      select version, body from agreement_text where kind = 'DirectDebitAuthorisation'`)
    const consents = await deps.db.many(sql`
      select agreed, text_version, text_hash, given_by, ip from consent where subject_id = ${body.id}`)
    expect(consents).toEqual([
      {
        agreed: true,
        text_version: text?.version,
        text_hash: createHash('sha256')
          .update(text?.body ?? '')
          .digest('hex'),
        given_by: parent.customerId,
        ip: expect.stringMatching(/127\.0\.0\.1$/),
      },
    ])
    const mail = await server.message(parent.email, 'email')
    expect(mail.text).toContain(text?.body)
    expect(mail.text).toContain('Bank account ending 3456')
  })

  it('has its numbers in the row only encrypted, and nowhere else in the whole database', async () => {
    const parent = await payer(server, empty)
    const numbers = { accountNumber: '718293645', bsb: '062-199', holder: 'Olivia Bennett' }
    const { body } = await parent.post('repayment-sources', { ...authorised, bankAccount: numbers })
    const [row] = await rowsOf(parent)
    const hidden = { keyId: row?.['encryption_key_id'], bytes: row?.['bank_details'] }
    const place = `${parent.accountId}:${row?.['id']}`
    expect(JSON.parse(decrypt(deps.config.encryptionKeys, hidden, place))).toEqual({
      bsb: '062199',
      accountNumber: '718293645',
    })
    const mail = await server.message(parent.email, 'email')
    const answered = JSON.stringify([body, await parent.details(), mail])
    for (const number of ['718293645', '062199', '062-199']) expect(answered).not.toContain(number)
    expect(await tablesThatHold('718293645')).toEqual([])
    // The search finds what is there.
    expect(await tablesThatHold(parent.email)).toContain('public.customer')
  })

  it.each(
    firstOf(1, [
      ['is required and missing', true, false, 400],
      ['is required and given', true, true, 200],
      ['is not asked for', false, false, 200],
    ]),
  )('where the authorisation %s', async (_, isShown, isGiven, status) => {
    const parent = await payer(server, { ...empty, showsDirectDebitAuthorisation: isShown })
    const sent = { bankAccount, directDebitAuthorisation: isGiven }
    const reply = await parent.post('repayment-sources', sent)
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.body.code).toBe('authorisation_required')
    const consents = await deps.db.many(sql`select 1 from consent where account_id = ${parent.accountId}`)
    expect(consents).toHaveLength(isGiven ? 1 : 0)
  })

  let refused: Payer | undefined
  it.each(
    firstOf(3, [
      ['a short BSB', { bsb: '00000' }],
      ['letters in the BSB', { bsb: '00a-000' }],
      ['a long BSB', { bsb: '0000000' }],
      ['a dash in the wrong place', { bsb: '00-0000' }],
      ['letters in the account number', { accountNumber: '12345a' }],
      ['spaces in the account number', { accountNumber: '123 456' }],
      ['a short account number', { accountNumber: '1234' }],
      ['a long account number', { accountNumber: '1234567890' }],
      ['no holder', { holder: '  ' }],
      ['a holder of 33 characters', { holder: 'x'.repeat(33) }],
    ]),
  )('with %s is refused', async (_, wrong) => {
    const parent = (refused ??= await payer(server, empty))
    const sent = { bankAccount: { ...bankAccount, ...wrong }, directDebitAuthorisation: true }
    expect(await parent.post('repayment-sources', sent)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })

  it('takes a holder of 32 characters', async () => {
    const parent = await payer(server, empty)
    const holder = 'x'.repeat(32)
    const sent = { bankAccount: { ...bankAccount, holder }, directDebitAuthorisation: true }
    expect((await parent.post('repayment-sources', sent)).body.holderName).toBe(holder)
  })

  it('is set up once when the answer of the provider got lost', async () => {
    const parent = await payer(server, empty)
    await fault({ method: 'POST', path: '/v1/setup_intents', action: 'drop', after: true, times: 2 })
    expect(await parent.post('repayment-sources', authorised)).toMatchObject(refusal(503, 'unavailable'))
    expect(await rowsOf(parent)).toHaveLength(0)
    expect((await parent.post('repayment-sources', authorised)).status).toBe(200)
    const [row, ...more] = await rowsOf(parent)
    expect(more).toEqual([])
    const customer = await customerOf(parent)
    const intents = await deps.providers.stripe.AU.client.setupIntents.list({ customer })
    expect(intents.data.map(({ payment_method }) => payment_method)).toEqual([
      row?.['provider_payment_method_id'],
    ])
  })

  it('is saved once when it is sent twice at once', async () => {
    const parent = await payer(server, empty)
    const replies = await Promise.all([1, 2].map(() => parent.post('repayment-sources', authorised)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowsOf(parent)).toHaveLength(1)
  })

  it('takes the new name when it is added again under another one, with a mandate in that name', async () => {
    const parent = await payer(server, empty)
    const { body: first } = await parent.post('repayment-sources', authorised)
    const renamed = {
      ...authorised,
      bankAccount: { ...authorised.bankAccount, holder: 'Amelia Hart-Lowe' },
    }
    const { body: second } = await parent.post('repayment-sources', renamed)
    expect([second.id, second.holderName]).toEqual([first.id, 'Amelia Hart-Lowe'])
    const rows = await rowsOf(parent)
    expect(rows).toMatchObject([{ holder_name: 'Amelia Hart-Lowe' }])
    const method = await deps.providers.stripe.AU.client.paymentMethods.retrieve(
      rows[0]?.['provider_payment_method_id'],
    )
    expect(method.billing_details.name).toBe('Amelia Hart-Lowe')
  })

  it('can be added again after it was removed, with a mandate of its own', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    const { body: first } = await parent.post('repayment-sources', authorised)
    await parent.post('remove-repayment-source', { repaymentSourceId: first.id })
    const { body: second } = await parent.post('repayment-sources', authorised)
    expect(second.id).not.toBe(first.id)
    const mandates = (await rowsOf(parent)).map((row) => row['provider_mandate_id']).filter(Boolean)
    expect(new Set(mandates).size).toBe(2)
  })
})

async function customerOf({ accountId }: Payer): Promise<string> {
  const row = await deps.db.first<{ id: string }>(sql`
    select stripe_customer_id as id from account where id = ${accountId}`)
  return row?.id ?? ''
}

describe('BPAY', () => {
  it('is added once for each account', async () => {
    const parent = await payer(server, empty)
    const replies = await Promise.all([1, 2, 3].map(() => parent.post('repayment-sources', { bpay: true })))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      type: 'CustomerDeposit',
      displayName: 'BPAY',
      preferred: true,
      isDefault: true,
    })
  })

  it('needs a reference to pay to', async () => {
    const parent = await payer(server, { ...empty, bpay: false })
    expect(await parent.post('repayment-sources', { bpay: true })).toMatchObject(
      refusal(403, 'method_not_allowed'),
    )
  })
})

describe('A UK bank account', () => {
  it('is set up with the provider and saved once, however often the page is loaded again', async () => {
    const parent = await payer(server, uk)
    const id = await setUpUkBankAccount(server, parent)
    const sent = { bacsDebitStripePaymentMethodId: id }
    const replies = await Promise.all([1, 2, 3].map(() => parent.post('repayment-sources', sent)))
    replies.push(await parent.post('repayment-sources', sent))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      type: 'BankAccount',
      displayName: 'Bank account ending 2345',
      surchargePercentage: '0%',
      isUsable: true,
    })
    expect(await rowsOf(parent)).toMatchObject([
      { provider_payment_method_id: id, mandate_status: 'pending', mandate_reference: expect.any(String) },
    ])
  })

  it.each(firstOf(1, ['pm_made_up', 'pm_bacsDebit_success']))('named %s is refused', async (id) => {
    const parent = await payer(server, uk)
    await setUpUkBankAccount(server, parent)
    expect(await parent.post('repayment-sources', { bacsDebitStripePaymentMethodId: id })).toMatchObject(
      refusal(403, 'forbidden'),
    )
  })

  it("of another family's is refused", async () => {
    const [parent, stranger] = [await payer(server, uk), await payer(server, uk)]
    await setUpUkBankAccount(server, parent)
    const id = await setUpUkBankAccount(server, stranger)
    expect(await parent.post('repayment-sources', { bacsDebitStripePaymentMethodId: id })).toMatchObject(
      refusal(403, 'forbidden'),
    )
  })

  it('is not a card of the same family', async () => {
    const parent = await payer(server, uk)
    const card = await parent.typeCard(visa)
    expect(await parent.post('repayment-sources', { bacsDebitStripePaymentMethodId: card })).toMatchObject(
      refusal(403, 'forbidden'),
    )
  })

  it('cannot be set up in Australia', async () => {
    const parent = await payer(server, empty)
    expect(await parent.post('stripe-setup-intent')).toMatchObject(refusal(403, 'method_not_allowed'))
  })
})

describe('The two lists of what is allowed', () => {
  const regional = { card: 'PaymentCard', bank: 'AuBankAccount', bpay: 'AuCustomerDeposit' } as const
  const portal = { card: 'PaymentCard', bank: 'BankAccount', bpay: 'CustomerDeposit' } as const
  const methods = ['card', 'bank', 'bpay'] as const
  const subsets = Array.from({ length: 8 }, (_, bits) => methods.filter((_, place) => bits & (1 << place)))
  const combinations = subsets.flatMap((one) => subsets.map((other) => [one, other] as const))
  // By default some in which both lists allow it, one of them or none.
  const tried = combinations.filter((_, place) => isLong || place % 5 === 0)
  let parent: Payer

  it('are tried in every combination', async () => {
    parent = await payer(server, empty)
    // Each of these gets past the lists and is then refused or answered for another reason.
    const sent = {
      card: { cardToken: 'pm_made_up' },
      bank: { bankAccount, directDebitAuthorisation: false },
      bpay: { bpay: true },
    }
    const past = { card: 'card_form_expired', bank: 'authorisation_required', bpay: undefined }
    for (const [regionally, inPortal] of tried) {
      await deps.db.run(sql`
        update account set allowed_regional_methods = ${regionally.map((method) => regional[method])},
          allowed_portal_methods = ${inPortal.map((method) => portal[method])} where id = ${parent.accountId}`)
      await deps.db.run(sql`delete from rate_limit`)
      for (const method of methods) {
        const { body } = await parent.post('repayment-sources', sent[method])
        const isAllowed = regionally.includes(method) && inPortal.includes(method)
        expect([regionally, inPortal, method, body.code]).toEqual([
          regionally,
          inPortal,
          method,
          isAllowed ? past[method] : 'method_not_allowed',
        ])
      }
    }
  })

  it.each(
    firstOf(1, [
      [['UkBankAccount'], ['BankAccount'], true],
      [['UkBankAccount', 'PaymentCard'], ['BankAccount', 'PaymentCard'], true],
      [['UkBankAccount'], ['PaymentCard'], false],
      [['PaymentCard'], ['BankAccount'], false],
      [['AuBankAccount'], ['BankAccount'], false],
      [[], [], false],
    ] as const),
  )('%j and %j in the United Kingdom', async (regionally, inPortal, isAllowed) => {
    const british = await payer(server, {
      ...uk,
      regionalMethods: [...regionally],
      portalMethods: [...inPortal],
    })
    const { body } = await british.post('repayment-sources', { bacsDebitStripePaymentMethodId: 'pm_made_up' })
    expect(body.code).toBe(isAllowed ? 'forbidden' : 'method_not_allowed')
    expect((await british.post('stripe-setup-intent')).status).toBe(isAllowed ? 200 : 403)
    expect((await british.post('repayment-sources', { bpay: true })).body.code).toBe('method_not_allowed')
    expect((await british.post('repayment-sources', authorised)).body.code).toBe('method_not_allowed')
  })
})

describe('Nobody adds a payment method', () => {
  const ways = [
    ['a card', { cardToken: 'pm_made_up' }],
    ['a bank account', authorised],
    ['BPAY', { bpay: true }],
  ] as const

  it.each(firstOf(1, ways))('as staff in a customer’s name: %s', async (_, sent) => {
    const parent = await payer(server, empty)
    await parent.letStaffIn()
    expect(await parent.post('repayment-sources', sent)).toMatchObject(refusal(403, 'not_by_staff'))
  })

  it('as staff, by way of a change of a repayment or a set-up', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    const [repayment] = (await parent.details()).repayments
    await parent.letStaffIn()
    const change = { repaymentChangeId: repayment?.repaymentChangeId, ...authorised }
    expect(await parent.post('repayment-details', change)).toMatchObject(refusal(403, 'not_by_staff'))
    const british = await payer(server, uk)
    await british.letStaffIn()
    expect(await british.post('stripe-setup-intent')).toMatchObject(refusal(403, 'not_by_staff'))
  })

  it.each(firstOf(1, ways))('where the account does not allow it: %s', async (_, sent) => {
    const parent = await payer(server, { ...empty, allowsSourceUpdates: false })
    expect(await parent.post('repayment-sources', sent)).toMatchObject(refusal(403, 'forbidden'))
  })

  it('to another family’s account', async () => {
    const [parent, stranger] = [await payer(server, empty), await payer(server, empty)]
    const path = `POST /api/portal/customer/account/${stranger.accountId}/repayment-sources`
    const reply = await server.call(path, { token: parent.token, body: { bpay: true } })
    expect(reply).toMatchObject(refusal(403, 'forbidden'))
  })

  it('too often', async () => {
    const parent = await payer(server, empty)
    const replies = []
    for (let tries = 0; tries < 31; tries += 1)
      replies.push((await parent.post('repayment-sources', { cardToken: 'pm_made_up' })).status)
    expect(replies.at(-2)).toBe(409)
    expect(replies.at(-1)).toBe(429)
  })

  it('while the provider is away, and nothing is left behind', async () => {
    const parent = await payer(server, empty)
    await fault({ path: '/v1/payment_methods', action: { status: 500 }, times: 2 })
    expect(await parent.post('repayment-sources', authorised)).toMatchObject(refusal(503, 'unavailable'))
    expect(await rowsOf(parent)).toEqual([])
    expect((await parent.post('repayment-sources', authorised)).status).toBe(200)
  })
})

describe('Setting up an account', () => {
  const unfinished: Account = { setupStatus: 'AddPaymentMethod', isSetupIncomplete: true, sources: [] }
  const statusOf = async ({ accountId, token }: Payer) => {
    const path = `GET /api/portal/customer/account/${accountId}/account-setup-status`
    return (await server.call(path, { token })).body.accountSetupStatus
  }

  it.each<[string, Account, AccountSetupStatus]>(
    firstOf(1, [
      ['asks who they are', {}, 'VerifyYourIdentity'],
      [
        'waits for staff who look at a document',
        { identityChecks: [{ document: 'Passport', manner: 'Manual', outcome: null, daysAgo: 1 }] },
        'ManualReview',
      ],
      [
        'is complete when they are known',
        { identityChecks: [{ document: 'Passport', manner: 'Automatic', outcome: 'Pass', daysAgo: 1 }] },
        'StepsCompleted',
      ],
      ['is complete where nothing is paid ahead', { productType: 'Pay' }, 'StepsCompleted'],
      [
        'waits for staff who look at the plan',
        { productType: 'Pay', school: 'Redgum Academy', plans: [{ status: 'ManualReview' }] },
        'ManualReview',
      ],
    ]),
  )('%s once a payment method is there', async (_, account, status) => {
    const parent = await payer(server, { ...unfinished, ...account })
    await parent.post('repayment-sources', { bpay: true })
    expect(await statusOf(parent)).toBe(status)
    const row = await deps.db.first(sql`
      select is_setup_incomplete as "isIncomplete", setup_completed_at is not null as "isDated" from account
      where id = ${parent.accountId}`)
    const isComplete = status === 'StepsCompleted'
    expect(row).toEqual({ isIncomplete: !isComplete, isDated: isComplete })
  })

  it.each(firstOf(1, ['SetUpPaymentSchedule', 'ManualReview', 'NoFurtherSteps'] as const))(
    'stays at %s when a payment method is added there',
    async (setupStatus) => {
      const parent = await payer(server, { setupStatus, sources: [] })
      await parent.post('repayment-sources', { bpay: true })
      expect(await statusOf(parent)).toBe(setupStatus)
    },
  )
})

describe('The audit trail', () => {
  it('has one entry for a payment method, with who and when', async () => {
    const parent = await payer(server, { sources: [savedBankAccount()] })
    const { body, headers } = await parent.post('repayment-sources', { bpay: true })
    const events = await deps.db.many(sql`
      select action, actor_kind, actor_id, impersonator_email, details, request_id
      from audit_event where subject_id = ${parent.accountId}`)
    expect(events).toEqual([
      {
        action: 'SourceAdded',
        actor_kind: 'Customer',
        actor_id: parent.customerId,
        impersonator_email: null,
        details: { sourceId: body.id, type: 'CustomerDeposit' },
        request_id: headers.get('x-request-id'),
      },
    ])
  })
})
