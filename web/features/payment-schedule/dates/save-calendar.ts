import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { calendarFile, calendarName, paymentEvent } from '#domain/calendar/calendar-file.ts'
import { saveFile } from '../../../api/download.ts'

/** The plan that is shown as a calendar, saved or not. Only what is still to be paid reminds of itself. */
export function calendarOf(
  { accountId, institutionName, region }: Account,
  { payments, ...plan }: PaymentPlan,
  stamp: Date,
): string {
  const series = {
    key: plan.accountPlanId ?? `${accountId}-${plan.planYear}`,
    region,
    schoolName: institutionName,
    planYear: plan.planYear,
    count: payments.length,
  }
  return calendarFile({
    name: calendarName(institutionName),
    events: payments.map(({ date, dueDate, amount, status, retryOn }, place) => ({
      ...paymentEvent(
        {
          date: calendarDate(date),
          dueDate: calendarDate(dueDate),
          amount,
          status,
          retryOn: retryOn === undefined ? undefined : calendarDate(retryOn),
        },
        place + 1,
        series,
      ),
      sequence: plan.version ?? 0,
      hasReminder: status === 'Next' || status === 'ToCome',
    })),
    stamp,
  })
}

export function saveCalendar(account: Account, plan: PaymentPlan, stamp: Date): void {
  const file = new Blob([calendarOf(account, plan, stamp)], { type: 'text/calendar;charset=utf-8' })
  saveFile(file, `larkwell-payments-${plan.planYear}.ics`)
}
