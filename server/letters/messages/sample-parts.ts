import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { AboutRenewal, RenewedPlan } from './plan-facts.ts'

export const portal = 'https://portal.larkwell.example'
export const family = { firstName: 'Amelia', shortId: 'LW20418', schoolName: 'Wattle Ridge College' }
export const payment = { ...family, region: 'AU', amount: cents(436_25) } as const
export const reference = '9F3C21AB'
export const disputed = {
  ...payment,
  reference,
  paidOn: calendarDate('2026-03-20'),
  methodName: 'Visa ending 4242',
} as const
export const samplePayUrl = `${portal}/pay-now?request=Vb3kQ9xT2mN7sL4wR8yZ1c`
export const sampleStopUrl = `${portal}/stop-change?key=Vb3kQ9xT2mN7sL4wR8yZ1c`
export const requestId = '6f1d2c3b-8a4e-4f70-9b1c-2d3e4f5a6b7c'
export const renewed: RenewedPlan = {
  amount: cents(402_70),
  frequency: 'Fortnight',
  count: 26,
  total: cents(10_470_20),
  firstOn: calendarDate('2027-01-08'),
  editUntil: calendarDate('2027-01-06'),
  previous: { amount: cents(436_25), frequency: 'Fortnight' },
  stillToCome: {
    tuitionYear: 2026,
    count: 2,
    amount: cents(872_50),
    until: calendarDate('2027-01-22'),
  },
  method: { name: 'Visa ending 4242', trouble: null, lastDay: null },
}
export const renewal: AboutRenewal = {
  ...family,
  region: 'AU',
  tuitionYear: 2027,
  isConfirmed: false,
  plan: renewed,
  portalUrl: `${portal}/payment-schedule?year=2027`,
}
