import { describe, expect, it } from 'vitest'
import { addDays, calendarDate, daysBetween, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { planEditCutOff } from '#domain/plan/payment-schedule.ts'
import { bankAccount, mastercardDebit, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { authorised, payer, type Payer } from '#tools/testing/payer.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { applyDueChanges } from './change-source.ts'

const server = await testServer()
const { deps } = server
const refusal = (status: number, code: string) => ({ status, body: { code } })

/** The first collection is weeks away, on whatever day of the year this runs. */
const plans = [{ status: 'Saved' as const, year: 'Next' as const }]
const two = { plans, sources: [visaDebit(), bankAccount()] }

async function changeIdOf(parent: Payer): Promise<string> {
  return (await parent.details()).repayments[0]?.repaymentChangeId ?? ''
}

async function activate(parent: Payer, place: number) {
  return parent.post('activate-repayment-source', {
    repaymentChangeId: await changeIdOf(parent),
    repaymentSourceId: parent.sourceIds[place],
  })
}

const preferredIds = async (parent: Payer) =>
  (await parent.details()).repaymentSources.filter(({ preferred }) => preferred).map(({ id }) => id)

const auditOf = async ({ accountId }: Payer) => {
  const rows = await deps.db.many<{ action: string; by: string | null }>(sql`
    select action, impersonator_email as by from audit_event where subject_id = ${accountId} order by at, id`)
  return rows
}

describe('Another payment method', () => {
  it('becomes the active one at once, while the default stays', async () => {
    const parent = await payer(server, two)
    const { status, body } = await activate(parent, 1)
    expect(status).toBe(200)
    expect(body).toEqual(await parent.details())
    expect(body.repayments).toMatchObject([{ source: { id: parent.sourceIds[1] }, isPending: false }])
    expect(body.repaymentSources).toMatchObject([
      { isDefault: false, preferred: false },
      { isDefault: true, preferred: true },
    ])
    expect(await auditOf(parent)).toEqual([{ action: 'SourceActivated', by: null }])
  })

  it('is activated before there is a repayment to change', async () => {
    const parent = await payer(server, { plans: [], sources: [visaDebit(), bankAccount()] })
    const sent = { repaymentChangeId: null, repaymentSourceId: parent.sourceIds[1] }
    expect((await parent.post('activate-repayment-source', sent)).status).toBe(200)
    expect(await preferredIds(parent)).toEqual([parent.sourceIds[1]])
  })

  it('stays the active one when it is activated again', async () => {
    const parent = await payer(server, two)
    await activate(parent, 1)
    expect((await activate(parent, 1)).status).toBe(200)
    expect(await auditOf(parent)).toHaveLength(1)
  })

  it.each(firstOf(1, ['POST', 'PUT']))('can be chosen by %s repayment-details too', async (method) => {
    const parent = await payer(server, two)
    const path = `${method} /api/portal/customer/account/${parent.accountId}/repayment-details`
    const body = { repaymentChangeId: await changeIdOf(parent), repaymentSourceId: parent.sourceIds[1] }
    expect((await server.call(path, { token: parent.token, body })).status).toBe(200)
    expect(await preferredIds(parent)).toEqual([parent.sourceIds[1]])
  })

  it.each(
    firstOf(1, [
      ['a card', async (parent: Payer) => ({ cardToken: await parent.typeCard('5555555555554444') })],
      ['a bank account', async () => authorised],
      ['BPAY', async () => ({ bpay: true })],
    ]),
  )('that is new takes over the repayments: %s', async (_, method) => {
    const parent = await payer(server, { plans, sources: [visaDebit()] })
    const sent = { repaymentChangeId: await changeIdOf(parent), ...(await method(parent)) }
    const { status, body } = await parent.post('repayment-details', sent)
    expect(status).toBe(200)
    const added = body.repaymentSources[1]
    expect(added).toMatchObject({ preferred: true, isDefault: true })
    expect(body.repayments).toMatchObject([{ source: { id: added.id } }])
    expect((await auditOf(parent)).map(({ action }) => action)).toEqual(['SourceAdded', 'SourceActivated'])
  })

  it('is chosen by exactly one of many at once', async () => {
    const sources = [visaDebit(), bankAccount(), visaCredit(), mastercardDebit()]
    const parent = await payer(server, { plans, sources })
    await Promise.all([1, 2, 3, 1, 2, 3].map((place) => activate(parent, place)))
    expect(await preferredIds(parent)).toHaveLength(1)
  })

  it('is not chosen by staff in the customer’s name', async () => {
    const parent = await payer(server, two)
    await parent.letStaffIn('admin')
    expect(await activate(parent, 1)).toMatchObject(refusal(403, 'not_by_staff'))
    expect(await auditOf(parent)).toEqual([])
  })
})

describe('A change is refused', () => {
  it('where repayments may not be changed, and nothing is added either', async () => {
    const parent = await payer(server, { ...two, allowsRepaymentChange: false })
    expect(await activate(parent, 1)).toMatchObject(refusal(409, 'change_not_allowed'))
    const sent = { repaymentChangeId: await changeIdOf(parent), bpay: true }
    expect(await parent.post('repayment-details', sent)).toMatchObject(refusal(409, 'change_not_allowed'))
    expect((await parent.details()).repaymentSources).toHaveLength(2)
  })

  it('to a card that has expired', async () => {
    const parent = await payer(server, {
      plans,
      sources: [bankAccount(), visaCredit({ isExpired: true })],
    })
    expect(await activate(parent, 1)).toMatchObject(refusal(409, 'source_unusable'))
  })

  it('to the default, as long as the active one can pay', async () => {
    const parent = await payer(server, {
      plans,
      sources: [visaDebit({ isPreferred: false }), bankAccount({ isPreferred: true })],
    })
    expect(await activate(parent, 0)).toMatchObject(refusal(409, 'change_not_allowed'))
    await deps.db.run(sql`
      update repayment_source set status = 'Unusable', mandate_status = 'inactive' where id = ${parent.sourceIds[1]}`)
    expect((await activate(parent, 0)).status).toBe(200)
    expect(await preferredIds(parent)).toEqual([parent.sourceIds[0]])
  })

  it("to another family's payment method", async () => {
    const [parent, stranger] = [await payer(server, two), await payer(server, two)]
    const sent = { repaymentChangeId: await changeIdOf(parent), repaymentSourceId: stranger.sourceIds[1] }
    expect(await parent.post('activate-repayment-source', sent)).toMatchObject(refusal(404, 'not_found'))
    expect(await preferredIds(stranger)).toEqual([stranger.sourceIds[0]])
  })

  it("of another family's repayment", async () => {
    const [parent, stranger] = [await payer(server, two), await payer(server, two)]
    const changeId = await changeIdOf(stranger)
    const sent = { repaymentChangeId: changeId, repaymentSourceId: parent.sourceIds[1] }
    expect(await parent.post('activate-repayment-source', sent)).toMatchObject(refusal(404, 'not_found'))
    expect(await parent.post('repayment-details', { repaymentChangeId: changeId, bpay: true })).toMatchObject(
      refusal(404, 'not_found'),
    )
  })
})

describe('A change around the cut-off', () => {
  const noonIn = (date: CalendarDate) => new Date(`${date}T02:00:00Z`)
  async function travelTo(date: CalendarDate, ...parents: Payer[]) {
    await server.travel(noonIn(date).getTime() - deps.clock().getTime())
    for (const parent of parents) await parent.logInAgain()
  }

  it('applies at once to its end, and after it waits until the collection is over', async () => {
    const sources = [visaDebit(), bankAccount(), mastercardDebit()]
    const early = await payer(server, { plans, sources })
    const late = await payer(server, { plans, sources })
    const [repayment] = (await late.details()).repayments
    const next = calendarDate(repayment?.nextRepaymentDate ?? '')
    const cutOff = planEditCutOff(next, calendars.AU)
    expect(daysBetween(dateIn('AU', deps.clock()), cutOff)).toBeGreaterThanOrEqual(0)

    await travelTo(cutOff, early)
    expect((await activate(early, 1)).body.repayments).toMatchObject([{ isPending: false }])

    await travelTo(addDays(cutOff, 1), late)
    const waiting = { isPending: true, changeEffectiveDate: addDays(next, 1) }
    expect((await activate(late, 1)).body.repayments).toMatchObject([
      { ...waiting, source: { id: late.sourceIds[1] } },
    ])
    expect(await preferredIds(late)).toEqual([late.sourceIds[0]])
    expect(
      await late.post('remove-repayment-source', { repaymentSourceId: late.sourceIds[1] }),
    ).toMatchObject(refusal(409, 'source_in_use'))

    // Another wish takes the place of the first.
    expect((await activate(late, 2)).body.repayments).toMatchObject([
      { ...waiting, source: { id: late.sourceIds[2] } },
    ])
    const statuses = await deps.db.many<{ status: string }>(sql`
      select status from repayment_change where account_id = ${late.accountId} order by status`)
    expect(statuses.map(({ status }) => status)).toEqual(['Cancelled', 'Pending'])
    expect(await applyDueChanges(deps)).toBe(0)

    await travelTo(next, late)
    expect((await late.details()).repayments).toMatchObject([{ ...waiting, hasMissedCutoff: true }])
    expect(await applyDueChanges(deps)).toBe(0)

    await deps.db.run(sql`
      update instalment set status = 'Paid', settled_minor = amount_minor
      where account_id = ${late.accountId} and collect_on = ${next}`)
    await travelTo(addDays(next, 1), late)
    const applied = await Promise.all([applyDueChanges(deps), applyDueChanges(deps)])
    expect(applied.toSorted()).toEqual([0, 1])
    expect(await preferredIds(late)).toEqual([late.sourceIds[2]])
    expect((await late.details()).repayments).toMatchObject([
      { isPending: false, changeEffectiveDate: null, source: { id: late.sourceIds[2] } },
    ])
    expect((await auditOf(late)).map(({ action }) => action)).toEqual([
      'SourceChangePlanned',
      'SourceChangePlanned',
      'SourceActivated',
    ])
  })

  async function payerPastTheCutOff() {
    const parent = await payer(server, {
      plans: [{ status: 'Saved', year: 'Next' }],
      sources: [visaDebit(), bankAccount()],
    })
    const today = dateIn('AU', deps.clock())
    await deps.db.run(sql`
      update instalment set due_on = ${today}, collect_on = ${addDays(today, 1)}
      where account_id = ${parent.accountId} and seq = 1`)
    return parent
  }

  it('is given up by choosing what pays already', async () => {
    const parent = await payerPastTheCutOff()
    expect((await activate(parent, 1)).body.repayments).toMatchObject([{ isPending: true }])
    expect((await activate(parent, 0)).body.repayments).toMatchObject([
      { isPending: false, source: { id: parent.sourceIds[0] } },
    ])
  })

  it('does not wait where the active payment method cannot pay any more', async () => {
    const parent = await payerPastTheCutOff()
    await deps.db.run(sql`update repayment_source set status = 'Unusable' where id = ${parent.sourceIds[0]}`)
    expect((await activate(parent, 1)).body.repayments).toMatchObject([{ isPending: false }])
  })

  it('is given up when the new payment method has become unusable while it waited', async () => {
    const parent = await payerPastTheCutOff()
    await activate(parent, 1)
    await deps.db.run(sql`update repayment_source set status = 'Unusable' where id = ${parent.sourceIds[1]}`)
    await travelTo(addDays(dateIn('AU', deps.clock()), 3))
    expect(await applyDueChanges(deps)).toBe(0)
    await parent.logInAgain()
    expect(await preferredIds(parent)).toEqual([parent.sourceIds[0]])
    expect((await parent.details()).repayments).toMatchObject([{ isPending: false }])
  })
})
