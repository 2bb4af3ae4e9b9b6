import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Identification } from '#contract/identity.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import type { Account } from '#tools/demo/account.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { samplePdf } from '#tools/testing/sample-files.ts'
import { sql } from '../../platform/database/sql.ts'
import { decryptDocument } from './documents.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps

// Long enough for a slow machine, and short for an issuer that does not reply.
const patience = { long: 10_000, short: 400 }
const beSo = (how: keyof typeof patience) => (deps.config.idCheck.timeoutMs = patience[how])

beforeEach(async () => {
  beSo('long')
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(() => vi.restoreAllMocks())

const toIdentify: Account = {
  setupStatus: 'VerifyYourIdentity',
  isSetupIncomplete: true,
  checksSetupStatus: true,
  plans: [{ status: 'Saved' }],
}
const switching: Account = { productType: 'Pay', productChange: { status: 'VerifyYourIdentity' } }

const licence = (driversLicenseNo: string): Identification => ({
  type: 'DriversLicense',
  driversLicenseState: 'VIC',
  driversLicenseNo,
  driversLicenseCardNo: 'p12 345-67',
})
const passport = (passportNo: string): Identification => ({
  type: 'Passport',
  passportCountry: 'GB',
  passportNo,
})

async function parent(account: Account = toIdentify) {
  const family = await addPayer(server, account)
  const { accountId, token } = family
  const path = `/api/portal/customer/account/${accountId}/identification-details`
  return {
    ...family,
    path,
    state: async () => (await call(`GET ${path}`, { token })).body,
    check: (identification: unknown, more: object = { idCheckConsent: true }) =>
      call(`POST ${path}`, { token, body: { identification, ...more } }),
    handIn: async (document: Identification) => {
      const form = new FormData()
      form.append('identification', JSON.stringify(document))
      form.append('idCheckConsent', 'true')
      form.append('file', new Blob([new Uint8Array(samplePdf())]), 'copy.pdf')
      const reply = await fetch(`${server.url}${path}/manual`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'x-larkwell-region': 'AU' },
        body: form,
      })
      return reply.status
    },
    checks: () =>
      db.many<any>(sql`
        select id, manner, outcome, failure, provider_reference as reference, document, encryption_key_id as "keyId",
          document_type as "documentType", asked_by as "askedBy", created_at as "createdAt",
          decided_at as "decidedAt"
        from identity_check where account_id = ${accountId} order by created_at, id`),
    consents: () =>
      db.many<any>(sql`
        select kind, agreed, text_version as version, text_hash as hash, subject_id as "subjectId",
          given_by as "givenBy", given_at as "givenAt", ip from consent
        where account_id = ${accountId} and kind = 'IdCheckConsent' order by given_at, id`),
    status: () =>
      db.first<any>(sql`
        select setup_status as setup, status,
          (select status from product_change where account_id = account.id) as change
        from account where id = ${accountId}`),
    auditEvents: async () => {
      const rows = await db.many<{ action: string }>(sql`
        select action from audit_event where subject_id = ${accountId} and action like 'Identity%' order by at, id`)
      return rows.map(({ action }) => action)
    },
  }
}

const setFault = (action: string) => server.sandboxApi('faults', { provider: 'id-check', action })

async function requestsToIssuer(): Promise<{ body: string }[]> {
  const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/requests`)
  const { requests } = (await reply.json()) as { requests: { provider: string; body: string }[] }
  return requests.filter(({ provider }) => provider === 'id-check')
}

describe('A document that is checked with its issuer', () => {
  it.each<[string, Identification, 'Pass' | 'Fail', string | null, string?]>(
    firstOf(4, [
      ['a licence that it knows', licence('12345678'), 'Pass', null],
      ['a passport that it does not know', passport('123456000'), 'Fail', 'NO_MATCH'],
      ['one that breaks it', licence('12345999'), 'Fail', 'it answered 500'],
      ['one that it never answers', passport('123456998'), 'Fail', 'it did not answer in time'],
      ['a passport that it knows', passport('123456789'), 'Pass', null],
      ['a licence that it does not know', licence('12345000'), 'Fail', 'NO_MATCH'],
      ['one with notes', passport('123456997'), 'Fail', 'CHECKED_SUCCESS_WITH_NOTES'],
      ['any, while it hangs', licence('1'), 'Fail', 'it did not answer in time', 'hang'],
      ['any, while it is down', licence('1'), 'Fail', 'it answered 503', 'status:503'],
      ['any, while it refuses our credentials', licence('1'), 'Fail', 'it answered 401', 'status:401'],
      [
        'any, while its replies are malformed',
        licence('1'),
        'Fail',
        'its reply could not be read',
        'malformed',
      ],
      ['any, while it drops connections', licence('1'), 'Fail', 'it could not be reached', 'drop'],
    ]),
  )('is on record with the answer: %s', async (_, document, outcome, failure, fault) => {
    const they = await parent()
    if (fault) await setFault(fault)
    if (failure?.includes('in time')) beSo('short')
    const reply = await they.check(document)
    expect([reply.status, reply.body]).toEqual([200, { status: outcome }])
    const [check, ...others] = await they.checks()
    expect(others).toEqual([])
    const isAnswered = failure === null || /^[A-Z]/.test(failure)
    expect(check).toMatchObject({
      manner: 'Automatic',
      outcome,
      failure,
      documentType: document.type,
      askedBy: they.customerId,
      reference: isAnswered ? expect.stringMatching(/^01/) : null,
      decidedAt: expect.any(Date),
    })
    const sealed = { keyId: check.keyId, bytes: check.document }
    const key = { accountId: they.accountId, id: check.id }
    expect(decryptDocument(deps.config.encryptionKeys, sealed, key)).toEqual(document)
    const isPass = outcome === 'Pass'
    expect(await they.status()).toMatchObject(
      isPass ? { setup: 'StepsCompleted', status: 'Active' } : { setup: 'VerifyYourIdentity' },
    )
    expect(await they.state()).toMatchObject({
      step: isPass ? 'NotNeeded' : 'Upload',
      checksLeft: 2,
      rejection: null,
    })
    expect(await they.auditEvents()).toEqual([
      'IdentityCheckAsked',
      isPass ? 'IdentityConfirmed' : 'IdentityNotConfirmed',
    ])
  })

  it('is sent in plain numbers, with the name and birthday of the caller', async () => {
    const they = await parent()
    await db.run(sql`update customer set birth_date = '1984-02-29' where id = ${they.customerId}`)
    await they.check(licence('12-34 5z678'))
    const [newest] = await requestsToIssuer()
    // The sandbox refuses spaces and small letters, and logs only the end of a number.
    expect(JSON.parse(newest!.body)).toEqual({
      document: {
        idType: 'DRIVERS_LICENCE',
        country: 'AUS',
        region: 'VIC',
        idNumber: '••••678',
        extraData: [{ kvpKey: 'document_number', kvpValue: '••••567' }],
      },
      entityData: {
        name: { givenName: 'Olivia', familyName: 'Bennett' },
        dateOfBirth: { dateOfBirth: '1984-02-29' },
      },
    })
    expect((await they.checks())[0].outcome).toBe('Pass')
  })

  it('keeps the consent to the text that was shown', async () => {
    const they = await parent()
    const { consentText } = await they.state()
    expect(consentText).toBe(
      'I am authorised to provide these details and I consent to them being checked with the document issuer or official record holder.',
    )
    await they.check(passport('123456000'))
    const [check] = await they.checks()
    const text = await db.first<any>(sql`
      select version, encode(sha256(convert_to(body, 'UTF8')), 'hex') as hash from agreement_text
      where kind = 'IdCheckConsent' order by version desc limit 1`)
    expect(await they.consents()).toEqual([
      {
        kind: 'IdCheckConsent',
        agreed: true,
        ...text,
        subjectId: check.id,
        givenBy: they.customerId,
        givenAt: check.createdAt,
        ip: '127.0.0.1',
      },
    ])
  })

  it('lets a product change continue', async () => {
    const they = await parent(switching)
    expect((await they.state()).step).toBe('Check')
    await they.check(licence('12345678'))
    expect(await they.status()).toMatchObject({ change: 'Processing', setup: 'NoFurtherSteps' })
    expect((await they.state()).step).toBe('NotNeeded')
  })

  itLong('changes nothing about a product change when it is not known', async () => {
    const they = await parent(switching)
    await they.check(licence('12345000'))
    expect(await they.status()).toMatchObject({ change: 'VerifyYourIdentity' })
  })

  it('leaves no number in clear in tables, messages or the log', async () => {
    const warnings = vi.spyOn(deps.log, 'warn')
    const they = await parent()
    const secrets = ['QX7731999', 'QX7731000', 'KARTE4411', 'NZ8812998']
    const document = { ...licence(secrets[0]!), driversLicenseCardNo: secrets[2]! }
    await they.check(document)
    await they.check({ ...document, driversLicenseNo: secrets[1] })
    beSo('short')
    await they.check(passport(secrets[3]!))
    expect((await they.check(passport(secrets[3]!))).status).toBe(429)
    expect(await they.handIn(document)).toBe(200)
    expect(warnings).toHaveBeenCalledTimes(2)
    const logged = warnings.mock.calls.map(([fields]) => {
      const { err, ...rest } = fields as { err: Error }
      return [String(err.stack), String((err.cause as Error | undefined)?.stack), JSON.stringify(rest)].join()
    })
    const tables = await db.many<{ name: string }>(sql`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`)
    const dumps = await Promise.all(
      tables.map(({ name }) =>
        db.first<{ dump: string | null }>(sql`
          select query_to_xml(${`select * from ${name}`}, true, false, '')::text as dump`),
      ),
    )
    const everything = [...logged, ...dumps.map((found) => found?.dump ?? '')].join('\n')
    expect(everything).toContain(they.accountId)
    const sealed = (await they.checks()).map(({ document }) => document as Buffer)
    expect(sealed).toHaveLength(4)
    for (const secret of secrets) {
      expect(everything).not.toContain(secret)
      expect(sealed.some((document) => document.includes(secret))).toBe(false)
    }
  })
})

const refused = await parent()

describe('An invalid check', () => {
  const good = licence('12345678')
  it.each<[string, unknown, object?]>(
    firstOf(5, [
      ['one without consent', good, {}],
      ['one with consent refused', good, { idCheckConsent: false }],
      ['one with consent as a word', good, { idCheckConsent: 'true' }],
      ['one with an extra field', good, { idCheckConsent: true, isUrgent: true }],
      ['nothing', undefined],
      ['text', 'licence'],
      ['another kind of document', { ...good, type: 'Visa' }],
      ['a licence of no state', { ...good, driversLicenseState: 'NZ' }],
      ['a licence without a number', { ...good, driversLicenseNo: '' }],
      ['a licence with spaces for a number', { ...good, driversLicenseNo: '   ' }],
      ['a licence with dashes for a number', { ...good, driversLicenseNo: '- - -' }],
      ['a licence without its card', { ...good, driversLicenseCardNo: undefined }],
      ['a card of dashes', { ...good, driversLicenseCardNo: '--' }],
      ['a number that never ends', { ...good, driversLicenseNo: '1'.repeat(21) }],
      ['a number that is a number', { ...good, driversLicenseNo: 12345678 }],
      ['a licence with a passport in it', { ...good, passportNo: '1' }],
      ['a passport of no country', { ...passport('1'), passportCountry: 'XX' }],
      ['a passport of a country by name', { ...passport('1'), passportCountry: 'Australia' }],
    ]),
  )('is refused and leaves nothing behind: %s', async (_, identification, more) => {
    const they = refused
    const before = (await requestsToIssuer()).length
    const reply = await they.check(identification, more)
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(reply.body)).not.toContain('12345678')
    expect(Object.keys(reply.body.fields)).not.toEqual([])
    expect([await they.checks(), await they.consents(), await they.auditEvents()]).toEqual([[], [], []])
    expect((await requestsToIssuer()).length).toBe(before)
  })

  it('without a session, or from another family, is refused', async () => {
    const [they, others] = [refused, await parent()]
    const withoutToken = await call(`POST ${they.path}`, { body: {} })
    expect(withoutToken.status).toBe(401)
    for (const method of ['GET', 'POST']) {
      const reply = await call(`${method} ${they.path}`, {
        token: others.token,
        ...(method === 'POST' && { body: { identification: licence('1'), idCheckConsent: true } }),
      })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await they.checks()).toEqual([])
  })

  it.each<[string, Account]>(
    firstOf(2, [
      ['whose account is set up', {}],
      ['who chooses a plan first', { ...toIdentify, setupStatus: 'SetUpPaymentSchedule' }],
      ['who gives details first', { productType: 'Pay', productChange: { status: 'VerifyYourDetails' } }],
      ['whose change is being made', { productType: 'Pay', productChange: { status: 'Processing' } }],
      [
        'whose copy is in review',
        {
          ...toIdentify,
          identityChecks: [{ document: 'Passport', manner: 'Manual', outcome: null, daysAgo: 1 }],
        },
      ],
    ]),
  )('is refused for somebody %s', async (_, account) => {
    const they = await parent(account)
    const before = await they.checks()
    const reply = await they.check(licence('12345678'))
    expect([reply.status, reply.body.code]).toEqual([409, 'not_possible'])
    expect(await they.handIn(licence('12345678'))).toBe(409)
    expect(await they.checks()).toEqual(before)
  })
})

describe('Checks at the same time', () => {
  it('are limited to three a day, however many are sent at once', async () => {
    const they = await parent()
    const before = (await requestsToIssuer()).length
    const count = isLong ? 50 : 10
    const replies = await Promise.all(Array.from({ length: count }, () => they.check(licence('12345000'))))
    const counts = Object.groupBy(replies, ({ status }) => String(status))
    expect([counts['200']?.length, counts['429']?.length]).toEqual([3, count - 3])
    expect(counts['429']?.[0]?.body.code).toBe('rate_limited')
    expect(await they.checks()).toHaveLength(3)
    expect(await they.consents()).toHaveLength(3)
    expect((await requestsToIssuer()).length - before).toBe(3)
    expect(await they.state()).toMatchObject({ step: 'Upload', checksLeft: 0 })
  })

  itLong('count while they are running, and a pass ends the step in every tab', async () => {
    const they = await parent()
    await setFault('delayMs:2000')
    const underWay = they.check(licence('12345678'))
    await expect.poll(they.state).toMatchObject({ step: 'Check', checksLeft: 2 })
    expect((await they.check(licence('12345000'))).body).toEqual({ status: 'Fail' })
    expect(await they.state()).toMatchObject({ step: 'Upload', checksLeft: 1 })
    expect((await underWay).body).toEqual({ status: 'Pass' })
    expect(await they.state()).toMatchObject({ step: 'NotNeeded' })
    expect((await they.check(licence('12345678'))).body.code).toBe('not_possible')
  })

  itLong('also accept a copy that was uploaded meanwhile', async () => {
    const they = await parent()
    await setFault('delayMs:2000')
    const underWay = they.check(licence('12345678'))
    await expect.poll(they.state).toMatchObject({ checksLeft: 2 })
    expect(await they.handIn(licence('12345678'))).toBe(200)
    expect((await they.state()).step).toBe('InReview')
    expect((await underWay).body).toEqual({ status: 'Pass' })
    expect((await they.checks()).map(({ outcome }) => outcome)).toEqual(['Pass', 'Pass'])
    const reviews = await db.many(sql`
      select status, decided_by as "decidedBy" from review where account_id = ${they.accountId}`)
    expect(reviews).toEqual([{ status: 'Approved', decidedBy: null }])
    expect(await they.status()).toMatchObject({ setup: 'StepsCompleted', status: 'Active' })
  })
})

describeLong('A check whose process is killed', () => {
  it('counts as failed after some minutes, and the next check records it', async () => {
    const they = await parent()
    const doomed = await startBeside(server)
    const lost = callTo(doomed.url)(`POST ${they.path}`, {
      token: they.token,
      body: { identification: licence('12345998'), idCheckConsent: true },
    })
    const cut = expect(lost).rejects.toThrow('fetch failed')
    await expect.poll(they.checks).toMatchObject([{ outcome: null, decidedAt: null }])
    doomed.child.kill('SIGKILL')
    await cut
    expect((await they.state()).step).toBe('Check')
    await server.travel(4 * 60_000)
    expect((await they.state()).step).toBe('Upload')
    expect((await they.check(licence('12345678'))).body).toEqual({ status: 'Pass' })
    expect(await they.checks()).toMatchObject([
      { outcome: 'Fail', failure: 'its answer was lost', decidedAt: expect.any(Date) },
      { outcome: 'Pass', failure: null },
    ])
  })
})

describeLong('A day', () => {
  it('ends at midnight where the family lives', async () => {
    const hour = 60 * 60_000
    const after = (ms: number) => new Date(deps.clock().getTime() + ms)
    const isLastMinute = (ms: number) => dateIn('AU', after(ms)) !== dateIn('AU', after(ms + 60_000))
    const wait = Array.from({ length: 26 * 60 }, (_, minute) => minute * 60_000).find(isLastMinute) ?? 0
    // Early enough before midnight for two families to log in on a slow machine.
    await server.travel(wait > 5 * 60_000 ? wait - 5 * 60_000 : wait + 24 * hour - 5 * 60_000)
    const au = await parent()
    const uk = await parent({ ...toIdentify, school: 'Oakfield School' })
    for (const they of [au, uk]) {
      for (let time = 0; time < 3; time += 1) await they.check(passport('123456000'))
      expect((await they.check(passport('123456789'))).status).toBe(429)
      expect(await they.state()).toMatchObject({ step: 'Upload', checksLeft: 0 })
    }
    await server.travel(7 * 60_000)
    expect((await au.state()).checksLeft).toBe(3)
    expect((await uk.state()).checksLeft).toBe(0)
    expect((await au.check(passport('123456789'))).body).toEqual({ status: 'Pass' })
    expect((await uk.check(passport('123456789'))).status).toBe(429)
  })
})
