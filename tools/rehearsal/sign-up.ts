import { cents } from '#domain/money.ts'
import { tokenizationUrl } from '#server/books/card-entry/card-entry.ts'
import { beingSetUp } from '../demo/families/log-in.ts'
import { enterCard } from '../testing/card-form.ts'
import { addFamily } from '../testing/family.ts'
import { bankAccount, setUpUkBankAccount } from '../testing/payer.ts'
import type { RunningServer } from '../testing/running-server.ts'
import type { Family, Role } from './cast.ts'
import { portalOf, type Calls } from './portal.ts'

/** A family signs up with the portal's own calls: log in, save a plan, add a payment method. */
export async function signUp(server: RunningServer, role: Role): Promise<Family> {
  const { region, email, mobile, school, students } = role
  const { accountId } = await addFamily(server, {
    email,
    mobile,
    region,
    accounts: [
      {
        school,
        productType: 'Pay',
        ...beingSetUp,
        balance: cents(0),
        students: [...students],
        ...(role.isContinuing && { createdDaysAgo: 500 }),
      },
    ],
  })
  const family = { ...role, accountId }
  const portal = await portalOf(server, family)
  const { year, startDate, period } = role.plan
  const { durationOptions } = (await portal(
    'GET',
    `year/${year}/date/${startDate}/repayment-duration-options`,
  )) as { durationOptions: { period: string; defaultDuration: number }[] }
  const count = durationOptions.find((option) => option.period === period)?.defaultDuration ?? 0
  await portal('POST', 'save-plan', {
    paymentSchedule: {
      accountPlanId: null,
      planYear: year,
      startDate,
      planDuration: count,
      repaymentCount: count,
      repaymentPeriod: period,
    },
  })
  await portal('POST', 'repayment-sources', await newMethod(server, family, portal))
  return family
}

export async function newMethod(
  server: RunningServer,
  { region, method, cardExpiry, accountId }: Family,
  portal: Calls,
): Promise<object> {
  if (method === 'Card') {
    const url = await tokenizationUrl(server.deps, { accountId, region })
    return {
      cardToken: await enterCard(server, url, {
        name: 'Olivia Bennett',
        ...(cardExpiry && { expiry: cardExpiry }),
      }),
    }
  }
  if (region === 'AU') return { bankAccount, directDebitAuthorisation: true }
  const post = async (path: string) => ({ body: await portal('POST', path, {}) })
  return { bacsDebitStripePaymentMethodId: await setUpUkBankAccount(server, { post }) }
}
