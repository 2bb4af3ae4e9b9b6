import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/calendar/calendar.ts'
import { bankAccount, visaDebit } from '#tools/demo/sources.ts'
import { paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'

const server = await testServer()

describe('A payment method', () => {
  it('is not removed while a debit is with the bank, even once another method is active', async () => {
    const days = daysOf(server)
    const family = await days.addPlanFamily({ sources: [bankAccount(), visaDebit()] })
    const { accountId, email, mobile, sourceIds } = family
    await family.comeToCollection()
    await days.run()
    expect(await paymentsOf(server, accountId)).toMatchObject([{ status: 'Processing' }])
    const post = async (path: string, body: object) => {
      const token = await server.logIn(email, mobile)
      return server.call(`POST /api/portal/customer/account/${accountId}/${path}`, { token, body })
    }
    const activated = await post('activate-repayment-source', {
      repaymentChangeId: null,
      repaymentSourceId: sourceIds[1],
    })
    expect(activated.body.repaymentSources).toMatchObject([
      { preferred: false, hasPaymentUnderWay: true },
      { preferred: true, hasPaymentUnderWay: false },
    ])

    const removal = { repaymentSourceId: sourceIds[0] }
    const refused = await post('remove-repayment-source', removal)
    expect(refused).toMatchObject({ status: 409, body: { code: 'source_paying' } })
    expect(refused.body.msg).toContain('once that payment has gone through')

    await days.goTo(addDays(days.today('AU'), 5), 'AU')
    expect(await paymentsOf(server, accountId)).toMatchObject([{ status: 'Succeeded' }])
    expect((await post('remove-repayment-source', removal)).status).toBe(200)
  })
})
