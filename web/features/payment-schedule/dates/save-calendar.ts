import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { calendarFile, calendarName, paymentEvent } from '#domain/calendar/calendar-file.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { saveFile } from '../../../api/save-file.ts'
import { dayTotalOf, type AlsoCollected } from './together.ts'

type Setting = { alsoCollected: AlsoCollected; stamp: Date }

/** The plan that is shown as a calendar, saved or not. */
export function calendarOf(
  { accountId, institutionName, region }: Account,
  { payments, ...plan }: PaymentPlan,
  { alsoCollected, stamp }: Setting,
): string {
  const series = {
    key: plan.accountPlanId ?? `${accountId}-${plan.planYear}`,
    calendar: bankCalendarOf(region),
    schoolName: institutionName,
    planYear: plan.planYear,
    count: payments.length,
  }
  return calendarFile({
    name: calendarName(institutionName),
    events: payments.map((payment, place) => ({
      ...paymentEvent(
        {
          date: calendarDate(payment.date),
          dueDate: calendarDate(payment.dueDate),
          amount: payment.amount,
          status: payment.status,
          retryOn: payment.retryOn === undefined ? undefined : calendarDate(payment.retryOn),
          movedFrom: payment.movedFrom === undefined ? undefined : calendarDate(payment.movedFrom),
          dayTotal: dayTotalOf(payment, alsoCollected),
        },
        place + 1,
        series,
      ),
      sequence: plan.version ?? 0,
    })),
    stamp,
  })
}

export function saveCalendar(account: Account, plan: PaymentPlan, setting: Setting): void {
  const blob = new Blob([calendarOf(account, plan, setting)], { type: 'text/calendar;charset=utf-8' })
  const year = tuitionYearName(plan.planYear, account.region).replace('/', '-')
  saveFile({ blob, name: `larkwell-payments-${year}.ics` })
}
