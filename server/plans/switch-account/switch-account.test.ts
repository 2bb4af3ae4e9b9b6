import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { productTypes } from '#domain/accounts.ts'
import { productChangeStatuses } from '#domain/switch-account.ts'
import type { Account } from '#tools/demo/account.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { planner, travelTo, type Planner } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { closeForgottenChecks } from './credit-check.ts'

const server = await testServer()
const { deps, call, sandboxApi } = server
const { db } = deps
// Long enough for a slow machine; tests of a timeout use a shorter one.
const { creditBody } = deps.config
beforeEach(() => {
  creditBody.timeoutMs = 10_000
})
await travelTo(server, '2027-01-18T02:00:00Z')

const invited: Account = { productType: 'Pay', productChange: { status: 'VerifyYourDetails' } }
const { body: words } = await (async () => {
  const somebody = await planner(server, invited)
  return call('GET /api/portal/customer/product-switch/agreement?productType=PayPlus', {
    token: somebody.token,
  })
})()

const address = {
  unitNo: '3',
  streetNo: '14',
  street: 'Boundary Road',
  suburb: 'Paddington',
  state: 'QLD',
  postcode: '4064',
  fullAddress: '3/14 Boundary Road, Paddington QLD 4064',
}
const current = { ...address, status: 'Current' as const }
const previous = {
  unitNo: null,
  streetNo: '8',
  street: 'Wattle Street',
  suburb: 'Ultimo',
  state: 'NSW',
  postcode: '2007',
  fullAddress: null,
  status: 'Previous' as const,
}

const consent = (agreement: boolean, agreementText: string = words.agreementText) => ({
  agreement,
  agreementText,
  type: 'CreditIdCheckConsent',
})
const details = (changes: object = {}) => ({
  birthDate: '1984-05-17',
  currentAddress: current,
  previousAddress: null,
  addressLessThanThreeYears: false,
  creditIdCheck: consent(true),
  ...changes,
})
const atNumber = (streetNo: string) => ({ currentAddress: { ...current, streetNo } })

const give = (parent: Planner, changes: object = {}) => parent.post('customer-details', details(changes))

async function requestsToCreditBody(): Promise<{ body: string }[]> {
  const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/requests`)
  const { requests } = (await reply.json()) as { requests: { provider: string; body: string }[] }
  return requests.filter(({ provider }) => provider === 'credit-body')
}

const changeOf = async ({ accountId }: Planner) => {
  const row = await db.first<{ status: string }>(sql`
    select status from product_change where account_id = ${accountId}`)
  return row?.status ?? null
}
const checksOf = ({ accountId }: Planner) =>
  db.many<{ outcome: string; failure: string; reference: string }>(sql`
    select manner, outcome, failure, provider_reference as reference, document_type as document,
      asked_by as "askedBy" from identity_check where account_id = ${accountId} order by created_at`)
const consentsOf = ({ accountId }: Planner) =>
  db.many<{ kind: string; agreed: boolean }>(sql`
    select kind, agreed, text_version as version, text_hash as hash, given_by as "givenBy", ip
    from consent where account_id = ${accountId} and kind in ('CreditIdCheckConsent', 'ProductSwitch')
    order by kind`)
const personOf = ({ customerId }: Planner) =>
  db.first(sql`
    select birth_date as "birthDate", (
      select json_agg(status || ': ' || full_address order by status) from customer_address
      where customer_id = customer.id) as addresses
    from customer where id = ${customerId}`)

describe('The texts of a change', () => {
  it('are those of the product', async () => {
    const { token } = await planner(server, invited)
    expect(words.agreementText).toMatch(/^I agree to a credit ID check .* does not affect my credit score\.$/)
    expect(words.confirmText).toMatch(/^By confirming, .* Larkwell Plus terms and the privacy policy\.$/)
    const others = productTypes.filter((product) => product !== 'PayPlus')
    for (const product of others) {
      const path = `GET /api/portal/customer/product-switch/agreement?productType=${product}`
      expect((await call(path, { token })).status).toBe(404)
    }
    for (const query of ['', '?productType=', '?productType=Loan'])
      expect(
        (await call(`GET /api/portal/customer/product-switch/agreement${query}`, { token })).status,
      ).toBe(400)
    expect((await call('GET /api/portal/customer/product-switch/agreement?productType=PayPlus')).status).toBe(
      401,
    )
  })

  it('change on the day that a version names, in Australia', async () => {
    for (const kind of ['CreditIdCheckConsent', 'ProductSwitch']) {
      for (const [version, day, body] of [
        [71, '2026-01-01', 'The words before.'],
        [72, '2027-01-20', 'The words after.'],
      ] as const)
        await db.run(sql`
          insert into agreement_text (kind, product_type, version, body, valid_from)
          values (${kind}, 'Extend', ${version}, ${body}, ${day})`)
    }
    const parent = await planner(server, invited)
    const read = async () => {
      const path = 'GET /api/portal/customer/product-switch/agreement?productType=Extend'
      return (await call(path, { token: parent.token })).body.agreementText
    }
    await travelTo(server, '2027-01-19T12:59:00Z')
    await parent.logInAgain()
    expect(await read()).toBe('The words before.')
    await travelTo(server, '2027-01-19T13:00:30Z')
    expect(await read()).toBe('The words after.')
  })
})

describe('The details known already', () => {
  it('are none at first, and then what was entered', async () => {
    const parent = await planner(server, invited)
    await db.run(sql`delete from customer_address where customer_id = ${parent.customerId}`)
    await db.run(sql`update customer set birth_date = null where id = ${parent.customerId}`)
    const read = async () => (await parent.get('customer-details')).body
    expect(await read()).toEqual({
      birthDate: null,
      currentAddress: null,
      previousAddress: null,
      addressLessThanThreeYears: false,
      creditIdCheck: null,
      productChangeStatus: 'VerifyYourDetails',
      today: '2027-01-20',
    })
    const sent = { previousAddress: previous, addressLessThanThreeYears: true }
    expect((await give(parent, sent)).body).toEqual({ productChangeStatus: 'Processing' })
    expect(await read()).toEqual({
      ...details(sent),
      previousAddress: { ...previous, fullAddress: '8 Wattle Street, Ultimo NSW 2007' },
      productChangeStatus: 'Processing',
      today: '2027-01-20',
    })
  })

  it('have no change where none is under way, and are shown to nobody else', async () => {
    const parent = await planner(server, { productType: 'Pay' })
    const other = await planner(server, invited)
    expect((await parent.get('customer-details')).body.productChangeStatus).toBeNull()
    const path = `/api/portal/customer/account/${other.accountId}/customer-details`
    expect((await call(`GET ${path}`, { token: parent.token })).status).toBe(403)
    expect((await call(`POST ${path}`, { token: parent.token, body: details() })).status).toBe(403)
    expect((await call(`GET ${path}`)).status).toBe(401)
    expect(await changeOf(other)).toBe('VerifyYourDetails')
  })

  itLong('cannot be shown where the text of a consent is lost', async () => {
    const parent = await planner(server, invited)
    await db.run(sql`
      insert into consent (account_id, id, kind, agreed, text_version, text_hash, given_by, given_at)
      values (${parent.accountId}, gen_random_uuid(), 'CreditIdCheckConsent', true, 99, 'lost', ${parent.customerId},
        ${deps.clock()})`)
    expect((await parent.get('customer-details')).status).toBe(500)
  })
})

describe('Confirming a change', () => {
  it('keeps all answers with the texts that were read, and writes to the family', async () => {
    const parent = await planner(server, invited)
    expect(await give(parent, { previousAddress: previous, addressLessThanThreeYears: true })).toMatchObject({
      status: 200,
      body: { productChangeStatus: 'Processing' },
    })
    expect(await personOf(parent)).toEqual({
      birthDate: '1984-05-17',
      addresses: [
        'Current: 3/14 Boundary Road, Paddington QLD 4064',
        'Previous: 8 Wattle Street, Ultimo NSW 2007',
      ],
    })
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const by = { givenBy: parent.customerId, ip: '127.0.0.1', version: 1 }
    expect(await consentsOf(parent)).toEqual([
      { ...by, kind: 'CreditIdCheckConsent', agreed: true, hash: hash(words.agreementText) },
      { ...by, kind: 'ProductSwitch', agreed: true, hash: hash(words.confirmText) },
    ])
    const [check] = await checksOf(parent)
    expect(check).toMatchObject({
      manner: 'CreditBody',
      outcome: 'Pass',
      failure: null,
      document: null,
      askedBy: parent.customerId,
    })
    expect(check?.reference).toMatch(/^[\da-f]{32}$/)
    const [request] = await requestsToCreditBody()
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      entity: {
        name: { givenName: 'Olivia', familyName: 'Bennett' },
        dateOfBirth: { dateOfBirth: '1984-05-17' },
        addresses: [
          {
            addressType: 'RESIDENTIAL1',
            unitNumber: '3',
            streetNumber: '14',
            town: 'Paddington',
            country: 'AUS',
          },
          { addressType: 'RESIDENTIAL2', postalCode: '2007', state: 'NSW' },
        ],
      },
    })
    const mail = await server.message(parent.email, 'email')
    expect(mail.text).toContain(words.confirmText)
    const events = await db.many<{ action: string }>(sql`
      select action from audit_event where subject_id = ${parent.accountId} order by at, id`)
    expect(events.map(({ action }) => action).toSorted()).toEqual(['CreditBodyAnswered', 'SwitchConfirmed'])
  })

  itLong('replaces the old addresses by the new ones', async () => {
    const parent = await planner(server, invited)
    await give(parent, { previousAddress: previous, addressLessThanThreeYears: true })
    await db.run(
      sql`update product_change set status = 'VerifyYourDetails' where account_id = ${parent.accountId}`,
    )
    const moved = { ...current, streetNo: '90', fullAddress: undefined, unitNo: '' }
    expect((await give(parent, { currentAddress: moved })).status).toBe(200)
    expect(await personOf(parent)).toMatchObject({
      addresses: ['Current: 90 Boundary Road, Paddington QLD 4064'],
    })
    expect((await parent.get('customer-details')).body).toMatchObject({
      currentAddress: { unitNo: null },
      previousAddress: null,
      addressLessThanThreeYears: false,
    })
  })

  it('without consent to a credit check asks for a document', async () => {
    const parent = await planner(server, invited)
    const before = (await requestsToCreditBody()).length
    expect((await give(parent, { creditIdCheck: consent(false) })).body).toEqual({
      productChangeStatus: 'VerifyYourIdentity',
    })
    expect(await changeOf(parent)).toBe('VerifyYourIdentity')
    expect((await consentsOf(parent)).map(({ kind, agreed }) => [kind, agreed])).toEqual([
      ['CreditIdCheckConsent', false],
      ['ProductSwitch', true],
    ])
    expect(await checksOf(parent)).toEqual([])
    expect((await requestsToCreditBody()).length).toBe(before)
  })

  it.each(
    firstOf(2, [
      ['knows nobody of that name there', '14000', undefined, 'NO_MATCH'],
      ['has a fault', '999', undefined, 'it answered 500'],
      ['is silent', '1998', undefined, 'it did not answer in time'],
      ['drops the connection', '14', 'drop', 'it could not be reached'],
      ['is too slow', '14', 'delayMs:2000', 'it did not answer in time'],
      ['refuses our credentials', '14', 'status:401', 'it answered 401'],
      ['is too busy', '14', 'status:429', 'it answered 429'],
      ['sends a malformed reply', '14', 'malformed', 'its reply could not be read'],
    ]),
  )('asks for a document where the credit body %s', async (_, streetNo, action, failure) => {
    const parent = await planner(server, invited)
    if (action) await sandboxApi('faults', { provider: 'credit-body', times: 1, action })
    if (failure === 'it did not answer in time') creditBody.timeoutMs = 500
    expect(await give(parent, atNumber(streetNo))).toMatchObject({
      status: 200,
      body: { productChangeStatus: 'VerifyYourIdentity' },
    })
    expect(await changeOf(parent)).toBe('VerifyYourIdentity')
    expect(await checksOf(parent)).toMatchObject([{ outcome: 'Fail', failure }])
  })

  it('moves the set-up on where only the identity was missing', async () => {
    const parent = await planner(server, {
      ...invited,
      productType: 'PayPlus',
      setupStatus: 'VerifyYourIdentity',
      isSetupIncomplete: true,
      plans: [{ status: 'Saved', year: 'Next' }],
    })
    await give(parent)
    expect(await parent.setupStatus()).toBe('StepsCompleted')
  })
})

describe('Details that are wrong', () => {
  const young = 'Sorry, you have to be at least 21 to apply'
  const missing = { ...current, postcode: ' ' }
  const { state: _, ...stateless } = previous
  it.each<[string, object, Record<string, string>]>(
    firstOf(4, [
      ['without a date of birth', { birthDate: '' }, { birthDate: 'Please input a date of birth' }],
      ['with null as a date of birth', { birthDate: null }, { birthDate: 'Please input a date of birth' }],
      ['with 30 February', { birthDate: '1984-02-30' }, { birthDate: 'Date is invalid: 1984-02-30' }],
      ['of the year zero', { birthDate: '0000-01-01' }, { birthDate: 'Date is invalid: 0000-01-01' }],
      ['of somebody who is 21 tomorrow', { birthDate: '2006-01-21' }, { birthDate: young }],
      [
        'without a postcode',
        { currentAddress: missing },
        { 'currentAddress.postcode': 'Current address has missing fields' },
      ],
      [
        'with a postcode of one digit',
        { currentAddress: { ...current, state: 'ACT', postcode: '4' } },
        { 'currentAddress.postcode': 'Current address needs an Australian postcode of 4 digits' },
      ],
      [
        'of 1850',
        { birthDate: '1850-01-01' },
        { birthDate: 'Date is invalid: 1 January 1850. Please check the year.' },
      ],
      [
        'without the state of the previous address',
        { previousAddress: stateless, addressLessThanThreeYears: true },
        { 'previousAddress.state': 'Previous address has missing fields' },
      ],
      [
        'without the announced previous address',
        { addressLessThanThreeYears: true },
        { previousAddress: expect.any(String) as string },
      ],
      [
        'with a previous address and no box ticked',
        { previousAddress: previous },
        { previousAddress: expect.any(String) as string },
      ],
      [
        'with a consent text of four characters',
        { creditIdCheck: consent(true, 'Yes.') },
        { 'creditIdCheck.agreementText': 'Invalid agreement text' },
      ],
      [
        'with a text that is not ours',
        { creditIdCheck: consent(true, 'I agree to nothing.') },
        { 'creditIdCheck.agreementText': 'These are not our words. Please reload the page.' },
      ],
      [
        'with the text of another product',
        { creditIdCheck: consent(true, 'The words before.') },
        { 'creditIdCheck.agreementText': expect.any(String) as string },
      ],
      ['with an extra field', { income: 1 }, { body: expect.any(String) as string }],
      [
        'with a control character',
        { currentAddress: { ...current, street: 'a\0b' } },
        { body: expect.any(String) as string },
      ],
    ]),
  )('are refused and not kept: %s', async (_, changes, fields) => {
    const parent = await planner(server, invited)
    const before = await personOf(parent)
    expect(await give(parent, changes)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields },
    })
    expect(await personOf(parent)).toEqual(before)
    expect(await consentsOf(parent)).toEqual([])
    expect(await checksOf(parent)).toEqual([])
    expect(await changeOf(parent)).toBe('VerifyYourDetails')
  })

  itLong('do not include a postcode of another state, or the birthday of today', async () => {
    const parent = await planner(server, invited)
    const changes = {
      birthDate: '2006-01-20',
      currentAddress: { ...current, state: 'NSW', postcode: '4064' },
    }
    expect((await give(parent, changes)).status).toBe(200)
  })

  itLong('depend on the day in Australia', async () => {
    const parent = await planner(server, invited)
    await travelTo(server, '2027-03-01T12:59:00Z')
    await parent.logInAgain()
    const born = { birthDate: '2006-03-02' }
    expect((await give(parent, born)).body.fields).toEqual({ birthDate: young })
    await travelTo(server, '2027-03-01T13:00:30Z')
    expect((await give(parent, born)).status).toBe(200)
  })

  itLong('may refer to texts that were current when the page was opened', async () => {
    const parent = await planner(server, invited)
    await db.run(sql`
      insert into agreement_text (kind, product_type, version, body, valid_from)
      values ('CreditIdCheckConsent', 'PayPlus', 80, 'Newer words.', '2027-02-01')`)
    try {
      expect((await give(parent)).status).toBe(200)
      expect((await consentsOf(parent))[0]).toMatchObject({ version: 1 })
      const later = await planner(server, invited)
      await give(later, { creditIdCheck: consent(true, 'Newer words.') })
      expect((await consentsOf(later))[0]).toMatchObject({ version: 80 })
    } finally {
      await db.run(sql`delete from agreement_text where version = 80`)
    }
  })

  itLong('fail where the product has no text to agree to', async () => {
    const parent = await planner(server, invited)
    await db.run(sql`
      update product_change set to_product_type = 'PlusServiced' where account_id = ${parent.accountId}`)
    expect((await give(parent)).status).toBe(500)
    expect(await consentsOf(parent)).toEqual([])
  })
})

describe('Who may confirm', () => {
  const other = productChangeStatuses.filter((status) => status !== 'VerifyYourDetails')
  it.each<[string, Account]>(
    firstOf(2, [
      ['nothing is offered', { productType: 'Pay' }],
      ...other.map((status): [string, Account] => [
        `it is ${status}`,
        { ...invited, productChange: { status } },
      ]),
    ]),
  )('is nobody while %s', async (_, account) => {
    const parent = await planner(server, account)
    const before = [await personOf(parent), await consentsOf(parent), await changeOf(parent)]
    const calls = (await requestsToCreditBody()).length
    expect(await give(parent)).toMatchObject({ status: 409, body: { code: 'not_possible' } })
    expect([await personOf(parent), await consentsOf(parent), await changeOf(parent)]).toEqual(before)
    expect((await requestsToCreditBody()).length).toBe(calls)
  })

  it('is never a member of staff', async () => {
    const parent = await planner(server, invited)
    await parent.letStaffIn()
    expect(await give(parent)).toMatchObject({ status: 403, body: { code: 'not_by_staff' } })
    expect(await changeOf(parent)).toBe('VerifyYourDetails')
  })

  it('is the first of many at once: one set of details, one credit check', async () => {
    const parent = await planner(server, invited)
    const before = (await requestsToCreditBody()).length
    const count = isLong ? 50 : 10
    const replies = await Promise.all(
      Array.from({ length: count }, (_, index) => give(parent, atNumber(String(index + 1)))),
    )
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: count - 1 }, () => 409)])
    expect(await consentsOf(parent)).toHaveLength(2)
    expect(await checksOf(parent)).toMatchObject([{ outcome: 'Pass' }])
    expect((await requestsToCreditBody()).length - before).toBe(1)
    const letters = await db.many(sql`
      select 1 from outbox_message where account_id = ${parent.accountId} and kind = 'SwitchConfirmed'`)
    expect(letters).toHaveLength(1)
  })
})

describe('During the credit check', () => {
  itLong('a document may be accepted: a no does not set the change back', async () => {
    const parent = await planner(server, invited)
    await sandboxApi('faults', { provider: 'credit-body', times: 1, action: 'delayMs:2000' })
    const given = give(parent, atNumber('14000'))
    await vi.waitFor(async () => expect(await changeOf(parent)).toBe('VerifyYourIdentity'), 5_000)
    await db.run(sql`update product_change set status = 'Processing' where account_id = ${parent.accountId}`)
    expect((await given).body).toEqual({ productChangeStatus: 'Processing' })
    expect(await changeOf(parent)).toBe('Processing')
  })

  it('a crash leaves a check that is closed later, and a family that shows a document', async () => {
    const parent = await planner(server, invited)
    await give(parent, { creditIdCheck: consent(false) })
    await db.run(sql`
      insert into identity_check (account_id, id, manner, created_at)
      values (${parent.accountId}, gen_random_uuid(), 'CreditBody', ${deps.clock()})`)
    expect(await closeForgottenChecks(deps)).toBe(0)
    await server.travel(61 * 60_000)
    expect(await closeForgottenChecks(deps)).toBe(1)
    expect(await checksOf(parent)).toMatchObject([{ outcome: 'Fail', failure: 'no answer was recorded' }])
  })
})

describe('The details of a family', () => {
  afterEach(() => void vi.restoreAllMocks())

  it.each(
    firstOf(2, [
      ['when all goes well', '14', undefined],
      ['when the credit body fails', '14999', undefined],
      ['when its answer is cut off', '14', 'malformed'],
    ]),
  )('are in no log, audit event or mail %s', async (_, streetNo, action) => {
    const lines: string[] = []
    const keep = (...said: unknown[]) => {
      for (const each of said)
        lines.push(JSON.stringify(each, (__, value) => (value instanceof Error ? chain(value) : value)))
    }
    for (const level of ['error', 'warn', 'info'] as const) vi.spyOn(deps.log, level).mockImplementation(keep)
    const parent = await planner(server, invited)
    if (action) await sandboxApi('faults', { provider: 'credit-body', times: 1, action })
    const secret = { ...current, streetNo, street: 'Canary Road', fullAddress: undefined }
    await give(parent, { birthDate: '1983-09-27', currentAddress: secret })
    const events = await db.many(sql`
      select details from audit_event where subject_id in (${parent.accountId}, ${parent.customerId})`)
    const letters = await db.many(sql`
      select facts from outbox_message where account_id = ${parent.accountId}`)
    if (streetNo !== '14' || action) expect(lines.join()).toContain('credit-body')
    const said = lines.join() + JSON.stringify([events, letters])
    expect(said).not.toMatch(/Canary|1983-09-27/)
  })
})

const chain = ({ message, stack, cause }: Error): object => ({
  message,
  stack,
  ...(cause instanceof Error && { cause: chain(cause) }),
})
