import { describe, expect, it } from 'vitest'
import { referenceForAccount } from '#domain/payment-methods/bpay.ts'
import { cents } from '#domain/money.ts'
import type { Account } from '#tools/demo/account.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { importFile } from './deposits.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { token, staffId } = await addStaff(server, 'operations')

let families = 0
async function addPayer(account: Account = {}) {
  families += 1
  const email = `matches${families}@demo.example`
  const { accountId } = await addFamily(server, { email, mobile: null, accounts: [account] })
  const row = await db.first<{ shortId: string; crn: string; billerCode: string }>(sql`
    select short_id as "shortId", bpay_reference as crn, bpay_biller_code as "billerCode"
    from account join institution on institution.id = institution_id where account.id = ${accountId}`)
  if (!row) throw new Error('There is no such account')
  return { ...row, accountId }
}

let deposits = 0
/** A deposit that came with this reference, as its path in the API. */
async function bring(billerCode: string, crn: string, amount: number): Promise<string> {
  deposits += 1
  const bankReference = `M${String(deposits).padStart(5, '0')}`
  const rows = ['00,BPAY,1,20260321', `50,${billerCode},${crn},${amount},20260318,${bankReference}`]
  await importFile(deps, 'test.csv', [...rows, `99,1,${amount}`, ''].join('\n'))
  return `${billerCode}/${bankReference}`
}

const get = (path: string) => call(`GET /api/staff/${path}`, { token })
const swapped = (crn: string) => {
  const at = Array.from(crn).findIndex(
    (digit, place) => place > 0 && crn[place + 1] !== digit && crn[place + 1],
  )
  return crn.slice(0, at) + crn[at + 1] + crn[at] + crn.slice(at + 2)
}

describe('A deposit in suspense', () => {
  it('is listed with its school and why it waits, and adds up with the ledger', async () => {
    const { billerCode, crn } = await addPayer()
    await bring(billerCode, swapped(crn), 1_000)
    await bring(billerCode, referenceForAccount('LW99999901'), 2_050)
    const { body } = await get('deposits')
    expect(body.map(({ why }: { why: string }) => why)).toEqual(['WrongDigit', 'NoAccount'])
    expect(body[0].schoolName).toEqual(expect.any(String))
    const waiting = await get('money')
    expect(waiting.body.suspense).toEqual({ count: 2, amount: 30.5, inLedger: 30.5 })
  })

  it('is said to be of the family whose reference has two digits swapped and which owes the sum', async () => {
    const family = await addPayer({ requests: [{ id: 'match-sum', amountDue: cents(89_250) }] })
    const name = await bring(family.billerCode, swapped(family.crn), 89_250)
    const { status, body } = await get(`deposits/${name}/matches`)
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ accountId: family.accountId, likelihood: 'VeryLikely' })
    expect(body[0].why[0]).toBe('Two digits are swapped.')
    expect(body[0].why[1]).toMatch(/^A request asks for exactly \$892\.50/)
    const seen = await db.many(sql`
      select 1 from audit_event where subject_id = ${family.accountId} and action = 'DepositMatchesShown'
        and actor_id = ${staffId}`)
    expect(seen).toHaveLength(1)
  })

  it('is given to nobody by a suggestion or a preview, and the preview says what then happens', async () => {
    const family = await addPayer({ requests: [{ id: 'match-view', amountDue: cents(12_300) }] })
    const name = await bring(family.billerCode, swapped(family.crn), 12_300)
    const before = (await get('money')).body.suspense
    const preview = await get(`deposits/${name}/preview?accountId=${family.accountId}`)
    expect(preview.body).toMatchObject({
      shortId: family.shortId,
      request: { id: requestIdOf('match-view') },
      suspense: { now: before.amount, after: Math.round((before.amount - 123) * 100) / 100 },
    })
    expect((await get('money')).body.suspense).toEqual(before)
    const { balance } = preview.body
    const body = { accountId: family.accountId, reason: 'Two digits swapped, the sum fits' }
    expect((await call(`POST /api/staff/deposits/${name}/match`, { token, body })).status).toBe(200)
    const account = await get(`accounts/${family.accountId}`)
    expect(account.body.balance).toBe(balance.after)
    expect((await get('money')).body.suspense.amount).toBe(preview.body.suspense.after)
    const [last] = (await get('deposits/found?limit=1')).body
    expect(last).toMatchObject({ shortId: family.shortId, amount: 123, reason: body.reason })
    for (const path of ['matches', `preview?accountId=${family.accountId}`]) {
      expect((await get(`deposits/${name}/${path}`)).body.code).toBe('already_decided')
    }
  })

  it('is suggested for the family that the same wrong reference was of before', async () => {
    const family = await addPayer()
    const wrong = referenceForAccount('LW99999902')
    const first = await bring(family.billerCode, wrong, 500)
    expect((await get(`deposits/${first}/matches`)).body).toEqual([])
    const body = { accountId: family.accountId, reason: 'They called' }
    await call(`POST /api/staff/deposits/${first}/match`, { token, body })
    const second = await bring(family.billerCode, wrong, 700)
    const [match] = (await get(`deposits/${second}/matches`)).body
    expect(match).toMatchObject({ accountId: family.accountId })
    expect(match.why[0]).toBe('A deposit with this reference was theirs before, once.')
  })

  it('is not suggested for a family in the United Kingdom, nor one that was never there', async () => {
    const family = await addPayer()
    const british = await addPayer({ school: 'Oakfield School' })
    const name = await bring(family.billerCode, swapped(family.crn), 100)
    const preview = await get(`deposits/${name}/preview?accountId=${british.accountId}`)
    expect([preview.status, preview.body.code]).toEqual([404, 'not_found'])
    expect((await get(`deposits/${family.billerCode}/NEVER/matches`)).status).toBe(404)
  })
})
