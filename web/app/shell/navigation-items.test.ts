import { describe, expect, it } from 'vitest'
import type { AccountConfig } from '#contract/accounts.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { actionItems, mainItems } from './navigation-items.ts'

type Case = {
  path?: string
  config?: Partial<AccountConfig> | null
  setupStatus?: AccountSetupStatus
  hidesStatements?: boolean
  isImpersonated?: boolean
}

function circumstancesOf({ path = '/', config = {}, setupStatus, ...flags }: Case) {
  const allowed = {
    isSetupIncomplete: false,
    shouldCheckAccountSetupStatus: false,
    allowPaymentScheduleUpdates: true,
    allowRepaymentSourceUpdates: true,
  }
  const account = config === null ? undefined : { config: { ...allowed, ...config } as AccountConfig }
  const onFeature = () => {}
  return { path, account, setupStatus, hidesStatements: false, isImpersonated: false, onFeature, ...flags }
}

const shown = (some: Case) =>
  mainItems(circumstancesOf(some))
    .filter((item) => item.isShown !== false)
    .map((item) => item.label)

const everything = ['Overview', 'Transactions', 'Statements', 'Payment schedule', 'Payment methods']
const without = (...labels: string[]) => everything.filter((label) => !labels.includes(label))
const noPlans = { allowPaymentScheduleUpdates: false }

describe('the navigation', () => {
  it.each<[string, Case, string[]]>([
    ['offers everything to an account that may do everything', {}, everything],
    [
      'offers Overview and Transactions before anything is known',
      { config: null },
      ['Overview', 'Transactions'],
    ],
    ['has no Statements where they are hidden', { hidesStatements: true }, without('Statements')],
    ['has no Statements during set-up', { config: { isSetupIncomplete: true } }, without('Statements')],
    [
      'has no Payment schedule where customers make no plans',
      { config: noPlans },
      without('Payment schedule'),
    ],
    [
      'has a Payment schedule while one is to be set up',
      {
        config: { ...noPlans, shouldCheckAccountSetupStatus: true },
        setupStatus: 'SetUpPaymentSchedule',
      },
      everything,
    ],
    [
      'has no Payment schedule at another step of the set-up',
      { config: { ...noPlans, shouldCheckAccountSetupStatus: true }, setupStatus: 'AddPaymentMethod' },
      without('Payment schedule'),
    ],
    [
      'waits with items that the set-up step could move',
      { config: { ...noPlans, shouldCheckAccountSetupStatus: true } },
      without('Payment schedule', 'Payment methods'),
    ],
    [
      'has no Payment methods where none may be changed',
      { config: { allowRepaymentSourceUpdates: false } },
      without('Payment methods'),
    ],
    ['has Feature only for staff', { isImpersonated: true }, [...everything, 'Feature']],
  ])('%s', (_, some, labels) => {
    expect(shown(some)).toEqual(labels)
  })

  it.each([
    ['/', 'Overview'],
    ['/transactions', 'Transactions'],
    ['/transactions/', 'Transactions'],
    ['/statements', 'Statements'],
    ['/payment-schedule', 'Payment schedule'],
    ['/manage-payments', 'Payment methods'],
    ['/manage-payments/add', 'Payment methods'],
    ['/payments/complete', 'Payment methods'],
    ['/switch-account', 'Overview'],
    ['/verify-identity/document', 'Overview'],
    ['/pay-now', 'Overview'],
    ['/profile', 'Profile'],
  ])('marks the item of %s: %s', (path, label) => {
    const circumstances = circumstancesOf({ path })
    const items = [...mainItems(circumstances), ...actionItems(circumstances)]
    expect(items.filter((item) => item.isActive).map((item) => item.label)).toEqual([label])
  })

  it('ends with Profile, Support and Logout', () => {
    expect(actionItems(circumstancesOf({})).map((item) => item.label)).toEqual([
      'Profile',
      'Support',
      'Logout',
    ])
  })
})
