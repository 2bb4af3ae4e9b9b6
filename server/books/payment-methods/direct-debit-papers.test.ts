import { describe, expect, it } from 'vitest'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import { bankAccount as savedBankAccount, ukBankAccount, visaDebit } from '#tools/demo/sources.ts'
import { firstOf } from '#tools/testing/long.ts'
import { authorised, payer, type Payer } from '#tools/testing/payer.ts'
import { overflows, readPdf } from '#tools/testing/pdf-text.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { textHashOf } from '../../people/consents/consents.ts'

const server = await testServer()
const { deps } = server
const dayMs = 86_400_000

async function paper({ accountId, token }: Pick<Payer, 'accountId' | 'token'>, path: string) {
  const reply = await fetch(`${server.url}/api/portal/customer/account/${accountId}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const name = decodeURIComponent(reply.headers.get('x-filename') ?? '')
  const isPdf = reply.headers.get('content-type') === 'application/pdf'
  const pdf = isPdf ? await readPdf(bytes) : undefined
  const text = pdf?.pages.flatMap(({ lines }) => lines).join(' ') ?? ''
  return { status: reply.status, name, pdf, text }
}

const authorisation = (sourceId: string) => `repayment-sources/${sourceId}/authorisation`

/** The same words as a line or as several. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

const consentsOf = ({ accountId }: Payer) =>
  deps.db.many<Record<string, unknown>>(sql`
    select subject_id, text_version, text_hash, given_by, given_at, ip, agreed from consent
    where account_id = ${accountId} order by given_at`)

async function addText(version: number, body: string, inDays: number) {
  const validFrom = addDays(dateIn('AU', deps.clock()), inDays)
  await deps.db.run(sql`
    insert into agreement_text (kind, version, body, valid_from)
    values ('DirectDebitAuthorisation', ${version}, ${body}, ${validFrom})`)
}

describe('The Direct Debit Agreement', () => {
  it('can be read by every Australian family, as it stands today', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    const { status, name, pdf, text } = await paper(parent, 'direct-debit-agreement')
    expect([status, name]).toEqual([200, 'Larkwell direct debit agreement.pdf'])
    expect(pdf).toMatchObject({ title: 'Direct Debit Agreement', isTagged: true, language: 'en-AU' })
    expect(pdf && overflows(pdf)).toEqual([])
    for (const words of [
      'Version 1, in force since 1 January 2020',
      'Direct Debit Request Service Agreement',
      '2. Debiting your account',
      'at least two business days ahead',
      '4. When you change something',
      '6. When a debit is not paid',
      '7. When you think a debit is wrong',
      'call 1300 139 445',
    ])
      expect(text).toContain(words)
  })

  it('is the guarantee of the banks in the United Kingdom', async () => {
    const parent = await payer(server, { school: 'Oakfield School', sources: [ukBankAccount()] })
    const { name, pdf, text } = await paper(parent, 'direct-debit-agreement')
    expect([name, pdf?.language]).toEqual(['Larkwell direct debit guarantee.pdf', 'en-GB'])
    expect(text).toContain('your bank refunds it in full and at once')
    expect(text).not.toContain('Australia')
  })

  it('is linked to from one place in the words that a parent agrees to', async () => {
    const parent = await payer(server, { sources: [] })
    const asked = (await parent.details()).directDebitAuthorisation
    expect(asked?.text.split('Direct Debit Agreement')).toHaveLength(2)
  })
})

describe('A copy of an authorisation', () => {
  it('has the words, the day, the account and the terms, and outlives the payment method', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    const asked = (await parent.details()).directDebitAuthorisation
    const { body } = await parent.post('repayment-sources', {
      ...authorised,
      directDebitAuthorisationVersion: asked?.version,
    })
    expect(body.hasAuthorisation).toBe(true)
    const before = await paper(parent, authorisation(body.id))
    expect(before).toMatchObject({
      status: 200,
      name: 'Larkwell direct debit authorisation Bank account ending 3456.pdf',
    })
    expect(before.pdf && overflows(before.pdf)).toEqual([])
    const text = plain(before.text)
    for (const words of [
      plain(asked?.text ?? 'nothing was asked'),
      'Olivia Bennett',
      'Bank account ending 3456',
      `What you agreed to (version ${asked?.version})`,
      'The agreement it refers to',
      '7. When you think a debit is wrong',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('000123456')

    await parent.post('remove-repayment-source', { repaymentSourceId: body.id })
    expect((await parent.details()).repaymentSources).toHaveLength(1)
    const after = await paper(parent, authorisation(body.id))
    expect([after.status, after.text]).toEqual([200, before.text])
  })

  it('is told of by mail, with its words and a way to a page that exists', async () => {
    const parent = await payer(server, { sources: [] })
    await parent.post('repayment-sources', authorised)
    const mail = await server.message(parent.email, 'email')
    expect(plain(mail.text)).toContain('amounts due under the Direct Debit Agreement')
    expect(mail.links).toContain(`${deps.config.portalOrigin}/manage-payments`)
    expect(mail.text).not.toContain('larkwell.example/terms')
  })

  it('is there of demo families too', async () => {
    const parent = await payer(server, { sources: [savedBankAccount()] })
    const [source] = (await parent.details()).repaymentSources
    expect(source?.hasAuthorisation).toBe(true)
    expect((await paper(parent, authorisation(source?.id ?? ''))).status).toBe(200)
  })

  it.each(
    firstOf(1, [
      ['a card', 0],
      ['a bank account that nobody had to authorise', 1],
    ]),
  )('does not exist for %s', async (_, place) => {
    const parent = await payer(server, { sources: [visaDebit()], showsDirectDebitAuthorisation: false })
    await parent.post('repayment-sources', { ...authorised, directDebitAuthorisation: false })
    const source = (await parent.details()).repaymentSources[place]
    expect(source?.hasAuthorisation).toBe(false)
    expect((await paper(parent, authorisation(source?.id ?? ''))).status).toBe(404)
  })

  it('is shown to no other family, under its own account or theirs, removed or not', async () => {
    const parent = await payer(server, { sources: [visaDebit(), savedBankAccount()] })
    const stranger = await payer(server)
    const id = parent.sourceIds[1] ?? ''
    const statuses = async () => [
      (await paper(stranger, authorisation(id))).status,
      (await paper({ ...stranger, accountId: parent.accountId }, authorisation(id))).status,
      (await paper({ ...stranger, accountId: parent.accountId }, 'direct-debit-agreement')).status,
    ]
    expect(await statuses()).toEqual([404, 403, 403])
    await parent.post('remove-repayment-source', { repaymentSourceId: id })
    expect(await statuses()).toEqual([404, 403, 403])
    for (const wrong of ['00000000-0000-4000-8000-000000000000', "' or true --", 'x'])
      expect((await paper(parent, authorisation(encodeURIComponent(wrong)))).status).toBe(404)
  })

  it('is not given out with other words than those on the screen', async () => {
    const parent = await payer(server, { sources: [savedBankAccount()] })
    await deps.db.run(sql`
      update consent set text_hash = ${textHashOf('Something else')} where account_id = ${parent.accountId}`)
    expect((await paper(parent, authorisation(parent.sourceIds[0] ?? ''))).status).toBe(500)
  })
})

describe('An authorisation', () => {
  it('of other words than today’s is refused, and nothing is left behind here or at the provider', async () => {
    const parent = await payer(server, { sources: [] })
    const refused = await parent.post('repayment-sources', {
      ...authorised,
      directDebitAuthorisationVersion: 99,
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'authorisation_changed' } })
    expect((await parent.details()).repaymentSources).toEqual([])
    expect(await consentsOf(parent)).toEqual([])
    const account = await deps.db.first<{ customer: string | null }>(sql`
      select stripe_customer_id as customer from account where id = ${parent.accountId}`)
    expect(account?.customer).toBeNull()
    const mails = await deps.db.many(sql`
      select 1 from outbox_message where customer_id = ${parent.customerId} and channel = 'email'`)
    expect(mails).toEqual([])
  })

  it('is kept with its version, its words, when and from where; a new version counts from its day', async () => {
    const [early, late] = [await payer(server, { sources: [] }), await payer(server, { sources: [] })]
    const first = (await early.details()).directDebitAuthorisation
    const next = { version: (first?.version ?? 0) + 1, text: 'I agree to the new Direct Debit Agreement.' }
    await addText(next.version, next.text, 2)
    expect((await early.details()).directDebitAuthorisation).toEqual(first)
    const saved = await early.post('repayment-sources', {
      ...authorised,
      directDebitAuthorisationVersion: first?.version,
    })
    expect(await consentsOf(early)).toEqual([
      {
        subject_id: saved.body.id,
        text_version: first?.version,
        text_hash: textHashOf(first?.text ?? ''),
        given_by: early.customerId,
        given_at: expect.any(Date),
        ip: expect.stringMatching(/127\.0\.0\.1$/),
        agreed: true,
      },
    ])
    const [{ given_at: givenAt } = {}] = await consentsOf(early)
    expect(Math.abs((givenAt as Date).getTime() - deps.clock().getTime())).toBeLessThan(60_000)

    await server.travel(2 * dayMs)
    await Promise.all([early.logInAgain(), late.logInAgain()])
    expect((await late.details()).directDebitAuthorisation).toEqual(next)
    const bank = { ...authorised, directDebitAuthorisationVersion: first?.version }
    expect((await late.post('repayment-sources', bank)).body.code).toBe('authorisation_changed')
    const again = { ...authorised, directDebitAuthorisationVersion: next.version }
    expect((await late.post('repayment-sources', again)).status).toBe(200)
    expect(await consentsOf(late)).toMatchObject([
      { text_version: next.version, text_hash: textHashOf(next.text) },
    ])
    // What was agreed to before stays what it was.
    const copy = await paper(early, authorisation(saved.body.id))
    expect(plain(copy.text)).toContain(plain(first?.text ?? 'nothing was asked'))
    expect(plain(copy.text)).not.toContain(next.text)
  })
})
