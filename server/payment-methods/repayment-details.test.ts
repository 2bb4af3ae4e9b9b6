import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { dateIn } from '#domain/calendar.ts'
import {
  amex,
  bankAccount,
  bpay,
  mastercardCredit,
  mastercardDebit,
  ukBankAccount,
  ukVisaDebit,
  visaCredit,
  visaDebit,
} from '#tools/demo/sources.ts'
import { payer } from '#tools/testing/payer.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'
import { isCardExpired, sourceForPayment } from './paying-source.ts'

const server = await testServer()
const { deps } = server
const schema = contract['GET /api/portal/customer/account/:accountId/repayment-details'].reply

describe('Repayment details', () => {
  it('have exactly the fields of the contract', async () => {
    const parent = await payer(server, { sources: [visaCredit(), bankAccount(), amex()] })
    const details = await parent.details()
    expect(schema.parse(details)).toEqual(details)
    expect(details.repayments).toHaveLength(1)
    expect(details.repayments[0]).toMatchObject({
      source: { id: parent.sourceIds[0] },
      frequency: 'Fortnight',
      changeEffectiveDate: null,
      allowChange: true,
      isPending: false,
    })
  })

  it('list payment methods oldest first, without removed ones', async () => {
    const parent = await payer(server, { sources: [visaDebit(), mastercardDebit(), amex()] })
    await deps.db.run(sql`
      update repayment_source set status = 'Removed' where account_id = ${parent.accountId} and id = ${parent.sourceIds[1]}`)
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ id }) => id)).toEqual([parent.sourceIds[0], parent.sourceIds[2]])
  })

  it('name the amount and the day of the next collection', async () => {
    const parent = await payer(server, { plans: [{ status: 'Saved', year: 'Next' }] })
    const next = await deps.db.first<{ amount: number; date: string }>(sql`
      select amount_minor as amount, collect_on as date from instalment
      where account_id = ${parent.accountId} and status = 'Scheduled' order by seq limit 1`)
    expect((await parent.details()).repayments).toMatchObject([
      { amount: (next?.amount ?? 0) / 100, nextRepaymentDate: next?.date, hasMissedCutoff: false },
    ])
  })

  it.each([
    ['Draft', []],
    ['Completed', []],
  ] as const)('have no repayments for a plan that is %s', async (status, repayments) => {
    const parent = await payer(server, { plans: [{ status, year: status === 'Draft' ? 'This' : 'Last' }] })
    expect((await parent.details()).repayments).toEqual(repayments)
  })

  it('warn when a payment is with the bank already', async () => {
    const plans = [{ status: 'Current' as const, starts: -84, isCollecting: true }]
    const parent = await payer(server, { plans })
    expect((await parent.details()).repayments).toMatchObject([{ hasMissedCutoff: true }])
  })

  it('warn when a payment is collected today', async () => {
    const parent = await payer(server, { plans: [{ status: 'Saved', year: 'Next' }] })
    const today = dateIn('AU', deps.clock())
    await deps.db.run(sql`
      update instalment set due_on = ${today}, collect_on = ${today}
      where account_id = ${parent.accountId} and seq = 1`)
    expect((await parent.details()).repayments).toMatchObject([{ hasMissedCutoff: true }])
  })

  it('show a change that waits for its day', async () => {
    const parent = await payer(server, {
      sources: [bankAccount(), visaDebit()],
      pendingChange: { toSource: 1, inDays: 5 },
    })
    expect((await parent.details()).repayments).toMatchObject([
      {
        source: { id: parent.sourceIds[1] },
        isPending: true,
        changeEffectiveDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
  })

  it.each([
    [true, true, true],
    [false, true, false],
    [true, false, false],
  ])(
    'allow a change when account (%s) and configuration (%s) do: %s',
    async (allowsRepaymentChange, allowsSourceUpdates, allowChange) => {
      const parent = await payer(server, { allowsRepaymentChange, allowsSourceUpdates })
      expect((await parent.details()).repayments).toMatchObject([{ allowChange }])
    },
  )

  it('have no source before there is a payment method', async () => {
    const parent = await payer(server, { sources: [] })
    expect(await parent.details()).toMatchObject({ repayments: [{ source: null }], repaymentSources: [] })
  })

  it("are not told to another family's parent", async () => {
    const [parent, stranger] = [await payer(server), await payer(server)]
    const path = `GET /api/portal/customer/account/${stranger.accountId}/repayment-details`
    expect((await server.call(path, { token: parent.token })).status).toBe(403)
  })
})

describe('The surcharge of a payment method', () => {
  const sources = [
    visaCredit(),
    visaDebit(),
    mastercardCredit(),
    mastercardDebit(),
    amex(),
    bankAccount(),
    bpay(),
  ]

  it.each([
    ['None', ['1%', '0%', '1%', '0%', '1.35%', '0%', '0%']],
    ['VisaAndMastercard', ['0%', '0%', '0%', '0%', '1.35%', '0%', '0%']],
    ['All', ['0%', '0%', '0%', '0%', '0%', '0%', '0%']],
  ])('where the school absorbs %s', async (absorb, percentages) => {
    const parent = await payer(server, { sources })
    await deps.db.run(sql`
      update institution set absorb_card_surcharge = ${absorb}
      where id = (select institution_id from account where id = ${parent.accountId})`)
    const { repaymentSources } = await parent.details()
    await deps.db.run(sql`
      update institution set absorb_card_surcharge = 'None'
      where id = (select institution_id from account where id = ${parent.accountId})`)
    expect(repaymentSources.map(({ surchargePercentage }) => surchargePercentage)).toEqual(percentages)
  })

  it('is nothing in the United Kingdom', async () => {
    const parent = await payer(server, {
      school: 'Oakfield School',
      sources: [visaCredit(), ukVisaDebit(), amex(), ukBankAccount()],
    })
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ surchargePercentage }) => surchargePercentage)).toEqual(
      repaymentSources.map(() => '0%'),
    )
  })
})

describe('A card', () => {
  it.each([
    ['2027-03', '2027-03-31', false],
    ['2027-03', '2027-04-01', true],
    ['2027-12', '2028-01-01', true],
    ['2027-12', '2027-01-01', false],
  ])('with the date %s is expired on %s: %s', (expiry, today, isExpired) => {
    expect(isCardExpired(expiry, today as Parameters<typeof isCardExpired>[1])).toBe(isExpired)
  })

  it('whose month is over is unusable, whatever the row says', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    await deps.db.run(sql`
      update repayment_source set card_expiry = '2024-02' where account_id = ${parent.accountId} and card_expiry is not null`)
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ isUsable, expiryDate }) => [isUsable, expiryDate])).toEqual([
      [false, '2024-02'],
      [true, null],
    ])
  })
})

describe('For a payment a source', () => {
  it('has all that a charge needs', async () => {
    const parent = await payer(server, { sources: [visaCredit(), bankAccount()] })
    const [card, bank] = await Promise.all(
      parent.sourceIds.map((id) => sourceForPayment(deps.db, parent.accountId, id)),
    )
    expect(card).toMatchObject({
      type: 'PaymentCard',
      region: 'AU',
      cardBrand: 'visa',
      cardFunding: 'credit',
      status: 'Usable',
      providerPaymentMethodId: expect.stringMatching(/^pm_\w{24}$/),
      providerCustomerId: expect.stringMatching(/^cus_/),
    })
    expect(bank).toMatchObject({
      providerMandateId: expect.stringMatching(/^mandate_/),
      mandateStatus: 'active',
    })
  })

  it.each(['of another family', 'that was removed', 'that never was', 'with a name that is no id'])(
    '%s is not found',
    async (which) => {
      const [parent, stranger] = [await payer(server), await payer(server)]
      const own = parent.sourceIds[0] ?? ''
      if (which === 'that was removed')
        await deps.db.run(sql`update repayment_source set status = 'Removed' where id = ${own}`)
      const id = {
        'of another family': stranger.sourceIds[0],
        'that was removed': own,
        'that never was': '00000000-0000-4000-8000-000000000000',
        'with a name that is no id': "' or true",
      }[which]
      expect(await sourceForPayment(deps.db, parent.accountId, id ?? '')).toBeUndefined()
    },
  )
})
