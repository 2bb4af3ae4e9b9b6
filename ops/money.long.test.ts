import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { importFile as importDeposits } from '#server/books/deposits/deposits.ts'
import { sql } from '#server/platform/database/sql.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { commandsOf } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer({ disputeApprovalLimit: 1 })
const { deps } = server
const { run, addPlanFamily, hearNews } = daysOf(server)
/** The clock goes on by days, and every session with it. */
const atDesk = async () => commandsOf(server, (await addStaff(server, 'operations')).token)
const why = ['--reason', 'The parent called']
const folder = await mkdtemp(join(tmpdir(), 'larkwell-money-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => expectSoundLedger(server))

/** A payment that its payer disputes. */
async function disputed() {
  const family = await addPlanFamily({ sources: [visaDebit()] })
  await family.comeToCollection()
  await run()
  const payment = await deps.db.first<{ id: string; intent: string }>(sql`
    select id, provider_payment_id as intent from payment
    where account_id = ${family.accountId} and status = 'Succeeded' and provider_payment_id not like 'pi_demo%'
    order by created_at desc limit 1`)
  const charges = await deps.providers.stripe.AU.client.charges.list({
    payment_intent: payment?.intent ?? '',
  })
  await server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id })
  await hearNews()
  const person = await atDesk()
  const { raw } = person
  const listed = async () =>
    (await raw('disputes', 'list', '--all')).find(
      ({ paymentId }: { paymentId: string }) => paymentId === payment?.id,
    )
  return { ...person, listed, disputeId: (await listed()).id as string, paymentId: payment?.id ?? '' }
}

describe('From the keyboard,', () => {
  it('whose a deposit may be is suggested, previewed and decided', async () => {
    const { ops, done, raw } = await atDesk()
    const { accountId, accounts } = await addPayer(server)
    const shortId = accounts[0]?.shortId ?? ''
    const account = await raw('accounts', 'show', shortId)
    const typed = account.bpay.reference as string
    // The last digit is off by one, which makes it nobody's reference.
    const slip = typed.slice(0, -1) + String((Number(typed.at(-1)) + 1) % 10)
    await importDeposits(
      deps,
      'slip.csv',
      ['00,BPAY,1,20261115', `50,254781,${slip},7700,20261112,OPS1`, '99,1,7700', ''].join('\n'),
    )
    expect(await done('deposits', 'list')).toMatch(/254781\/OPS1 +\$77\.00/)
    expect(await done('money', 'waiting')).toMatch(/In suspense +1 deposit, \$77\.00/)
    const matches = await raw('deposits', 'matches', '254781/OPS1')
    expect(matches[0]).toMatchObject({ accountId, shortId })
    expect(await done('deposits', 'preview', '254781/OPS1', shortId)).toMatch(/Suspense +\$77\.00 → \$0\.00/)
    const unsure = await ops('deposits', 'match', '254781/OPS1', shortId, ...why)
    expect([unsure.code, (await raw('deposits', 'list')).length]).toEqual([2, 1])
    await done('deposits', 'match', '254781/OPS1', shortId, ...why, '--yes')
    const after = await raw('accounts', 'show', shortId)
    expect(Math.round((after.balance - account.balance) * 100)).toBe(7700)
    expect(await done('deposits', 'found')).toMatch(new RegExp(`\\$77\\.00 +${shortId} .*The parent called`))
  })

  it('evidence is put together, read as the bank gets it, and sent once', async () => {
    const { ops, done, raw, disputeId, listed, paymentId } = await disputed()
    expect(await done('disputes', 'evidence', disputeId)).toContain('none: this is our proposal')
    const words = 'School fees, paid under a plan.'
    const saved = await done('disputes', 'draft', disputeId, words, '--parts', 'Receipt,Plan', ...why)
    expect(saved).toContain('Saved; nothing is sent yet.')
    const evidence = await raw('disputes', 'evidence', disputeId)
    expect(evidence).toMatchObject({ words, draft: { savedBy: 'Sam operations' } })
    const file = join(folder, 'evidence.pdf')
    await done('disputes', 'file', disputeId, evidence.files[0].field, '--to', file)
    expect((await readFile(file)).subarray(0, 4).toString()).toBe('%PDF')
    const send = (digest: string) => ops('disputes', 'send', disputeId, digest, ...why, '--yes')
    expect((await send('another')).code).toBe(1)
    expect(await send(evidence.digest)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Sent to the bank'),
    })
    expect(await listed()).toMatchObject({ answer: { kind: 'Evidence', status: 'Done' } })
    const receipt = join(folder, 'receipt.pdf')
    await done('payments', 'receipt', paymentId, '--to', receipt)
    expect((await readFile(receipt)).subarray(0, 4).toString()).toBe('%PDF')
  })

  it('a loss above the limit is accepted once a second person agrees', async () => {
    const { done, raw, disputeId, listed } = await disputed()
    expect(await done('disputes', 'accept', disputeId, ...why, '--yes')).toContain('second approval')
    expect((await listed()).answer).toBeNull()
    const [{ id }] = await raw('approvals', 'list')
    await (await atDesk()).done('approvals', 'approve', id, ...why, '--yes')
    expect(await listed()).toMatchObject({ answer: { kind: 'Acceptance' } })
  })
})
