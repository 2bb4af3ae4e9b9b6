import { describe, expect, it } from 'vitest'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { authorised, payer, type Payer } from '#tools/testing/payer.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server

/** The first collection is weeks away, on whatever day of the year this runs. */
const plans = [{ status: 'Saved' as const, year: 'Next' as const }]

async function lettersOf({ accountId }: Payer) {
  const rows = await deps.db.many<{ kind: string; change: string | null; name: string }>(sql`
    select kind, facts ->> 'change' as change, facts ->> 'displayName' as name from outbox_message
    where account_id = ${accountId} and kind in ('MethodChanged', 'DirectDebitAuthorised')
    order by created_at, kind`)
  return rows.map(({ kind, change, name }) => [change ?? kind, name])
}
const changeIdOf = async (parent: Payer) => (await parent.details()).repayments[0]?.repaymentChangeId ?? null
const activate = async (parent: Payer, place: number) =>
  parent.post('activate-repayment-source', {
    repaymentChangeId: await changeIdOf(parent),
    repaymentSourceId: parent.sourceIds[place],
  })

describe('A family is told by mail', () => {
  it('that a card was added beside the one that pays, once', async () => {
    const parent = await payer(server, { sources: [bankAccount()] })
    const sent = { cardToken: await parent.typeCard('5555555555554444') }
    for (const _ of [1, 2]) await parent.post('repayment-sources', sent)
    expect(await lettersOf(parent)).toEqual([['Added', 'Mastercard ending 4444']])
    const mail = await server.message(parent.email, 'email')
    expect(mail.text).toContain('Your payments are still taken as before')
    expect(mail.text).toContain('If you did not expect this')
  })

  it('that the first method pays from now on', async () => {
    const parent = await payer(server, { sources: [] })
    await parent.post('repayment-sources', { cardToken: await parent.typeCard('5555555555554444') })
    expect(await lettersOf(parent)).toEqual([['AddedActive', 'Mastercard ending 4444']])
  })

  it('of a bank account by the copy of what was authorised, and not twice', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    await parent.post('repayment-sources', authorised)
    expect((await lettersOf(parent)).map(([change]) => change)).toEqual(['DirectDebitAuthorised'])
  })

  it('that another method was made active, and nothing when it was so already', async () => {
    const parent = await payer(server, { plans, sources: [visaDebit(), bankAccount()] })
    await activate(parent, 1)
    await activate(parent, 1)
    expect((await lettersOf(parent)).map(([change]) => change)).toEqual(['Active'])
  })

  it('once that a new card was added and made active', async () => {
    const parent = await payer(server, { plans, sources: [bankAccount()] })
    await parent.post('repayment-details', {
      repaymentChangeId: await changeIdOf(parent),
      cardToken: await parent.typeCard('5555555555554444'),
    })
    expect(await lettersOf(parent)).toEqual([['Active', 'Mastercard ending 4444']])
  })

  it('that a method was removed', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    await parent.post('remove-repayment-source', { repaymentSourceId: parent.sourceIds[1] })
    expect((await lettersOf(parent)).map(([change]) => change)).toEqual(['Removed'])
  })

  it('nothing of what was refused', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    await parent.post('remove-repayment-source', { repaymentSourceId: parent.sourceIds[0] })
    expect(await lettersOf(parent)).toEqual([])
  })
})
