import { describe, expect, it } from 'vitest'
import { accountSetupStatuses } from '#domain/accounts.ts'
import { hasMainButton, shownBanners } from './shown-banners.ts'

const calm = {
  config: { canEditOrAddAccountPlan: true, productChange: null },
  setupStatus: undefined,
  message: null,
  activePlan: { currentTailoredPlanType: null },
  nextRepayment: { source: { displayName: 'Visa ending 4242', cardType: 'visa', surchargePercentage: '0%' } },
  problems: [],
} as const
const blocked = { ...calm.config, canEditOrAddAccountPlan: false }
const started = { kind: 'Started', year: 2026 } as const
const temporary = { currentTailoredPlanType: 'ReducedPayments' }
const switching = (status: 'VerifyYourDetails' | 'Processing' | 'VerifyYourIdentity' | 'Completed') => ({
  ...calm.config,
  productChange: { status, frequency: null },
})

describe('the banners of the Overview', () => {
  it('are absent for an ordinary family, and leave room for the notice', () => {
    expect(shownBanners(calm)).toEqual({ shown: [], hasRoomForNotice: true })
  })

  it.each([
    [
      'an error before a warning',
      { config: blocked, activePlan: temporary },
      ['plan-error', 'temporary-plan'],
    ],
    ['an error before a message', { config: blocked, message: started }, ['plan-error', 'plan-message']],
    [
      'a message before a warning',
      { message: started, activePlan: temporary },
      ['plan-message', 'temporary-plan'],
    ],
    [
      'a set-up before a message',
      { setupStatus: 'StepsCompleted', message: started },
      ['setup', 'plan-message'],
    ],
    [
      'a switch before a message',
      { config: switching('Processing'), message: started },
      ['switch', 'plan-message'],
    ],
    [
      'no message beside two others',
      { config: blocked, message: started, activePlan: temporary },
      ['plan-error', 'temporary-plan'],
    ],
  ] as const)('show %s, and then no notice', (_, facts, shown) => {
    expect(shownBanners({ ...calm, ...facts })).toEqual({ shown, hasRoomForNotice: false })
  })

  it.each([
    ['where the next payment has none', { nextRepayment: { source: null } }, ['no-method']],
    ['not where nothing is to be paid', { nextRepayment: null }, []],
    [
      'not beside a set-up that asks for it',
      { nextRepayment: { source: null }, setupStatus: 'AddPaymentMethod' },
      ['setup'],
    ],
  ] as const)('ask for a payment method %s', (_, facts, shown) => {
    expect(shownBanners({ ...calm, ...facts }).shown).toEqual(shown)
  })

  it('never say that nothing is to be done beside a payment without a method', () => {
    const facts = { ...calm, message: started, nextRepayment: { source: null } }
    expect(shownBanners(facts).shown).toEqual(['no-method'])
  })

  it.each(['NotStarted', 'NeedsMethod'] as const)(
    'ask once for the method of a plan to come, whatever else there is: %s',
    (kind) => {
      const facts = {
        ...calm,
        config: blocked,
        activePlan: temporary,
        message: { kind, year: 2027 },
        nextRepayment: { source: null },
        problems: [{ kind: 'Overdue' as const }],
      }
      expect(shownBanners(facts).shown).toEqual(['plan-error', 'plan-message', 'temporary-plan'])
      expect(hasMainButton(['plan-message'], facts)).toBe(true)
    },
  )

  it.each([
    ['Started', 'Overdue', []],
    ['Complete', 'PaymentFailed', []],
    ['Graduation', 'Overdue', []],
    ['Review', 'Overdue', ['plan-message']],
    ['Started', 'MethodExpiring', []],
    ['Started', 'DiscountDeclared', ['plan-message']],
  ] as const)('say "%s" beside a problem of the kind %s only where it is true', (kind, problem, shown) => {
    const facts = { ...calm, message: { kind, year: 2026 }, problems: [{ kind: problem }] }
    expect(shownBanners(facts)).toEqual({ shown, hasRoomForNotice: shown.length === 0 })
  })

  it('always show what must be known or done, however many there are', () => {
    const config = { ...switching('VerifyYourIdentity'), canEditOrAddAccountPlan: false }
    const { shown } = shownBanners({
      ...calm,
      config,
      setupStatus: 'ManualReview',
      message: started,
      activePlan: temporary,
      nextRepayment: { source: null },
    })
    expect(shown).toEqual(['plan-error', 'setup', 'no-method', 'switch', 'temporary-plan'])
  })

  it('cover every step of a set-up except the final one', () => {
    const shown = accountSetupStatuses.filter(
      (setupStatus) => shownBanners({ ...calm, setupStatus }).shown.length > 0,
    )
    expect(shown).toEqual(accountSetupStatuses.filter((status) => status !== 'NoFurtherSteps'))
  })

  it('mention a completed switch only with its new rhythm', () => {
    const completed = {
      ...calm.config,
      productChange: { status: 'Completed', frequency: 'Fortnight' } as const,
    }
    expect(shownBanners({ ...calm, config: switching('Completed') }).shown).toEqual([])
    expect(shownBanners({ ...calm, config: completed }).shown).toEqual(['switch'])
  })

  it.each([
    ['a switch that needs details', { config: switching('VerifyYourDetails') }, true],
    ['a switch that needs an identity check', { config: switching('VerifyYourIdentity') }, true],
    ['a switch in progress', { config: switching('Processing') }, false],
    ['a plan to review', { message: { kind: 'Review', year: 2027 } }, true],
    ['a plan that is all set', { message: { kind: 'AllSet', year: 2027 } }, false],
  ] as const)("contain the page's main button, or not: %s", (_, given, expected) => {
    const facts = { ...calm, ...given }
    expect(hasMainButton(shownBanners(facts).shown, facts)).toBe(expected)
  })
})
