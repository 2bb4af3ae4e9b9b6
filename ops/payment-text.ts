import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { facts, sections, table } from './table.ts'
import { day, money, moment } from './words.ts'

/** Everything about one payment. */
export function paymentPage(page: StaffPaymentPage): string {
  const { region, instalment, provider, failure, dispute } = page
  const sum = (amount: number) => money(amount, region)
  return sections(
    Object.entries({
      Payment: facts([
        ['Family', `${page.familyName}, ${page.shortId}`],
        ['School', page.schoolName],
        ['Status', page.status],
        ['Paid', page.paidOn && day(page.paidOn)],
        ['Amount', sum(page.amount)],
        ['Surcharge', sum(page.surcharge)],
        ['Refunded', sum(page.refunded)],
        ['Disputed', sum(page.disputed)],
        ['Left of it', sum(page.left)],
        ['By', page.methodName],
        ['Instalment', instalment && `${instalment.number} of ${instalment.count} of ${instalment.yearName}`],
        ['Bank said', failure && failure.text],
        ['Next try', instalment?.retryOn ? day(instalment.retryOn) : null],
        ['At the provider', provider.paymentId],
        ['Dispute', dispute && `${dispute.status}, ${dispute.id}`],
        ['Evidence due', dispute && moment(dispute.evidenceDueAt, region)],
      ]),
      Way: table(page.timeline, [
        { title: 'When', value: ({ at }) => moment(at, region) },
        { title: 'What', value: ({ title }) => title },
        { title: 'More', value: ({ detail }) => detail },
      ]),
      Tries: table(page.tries, [
        { title: 'Try', value: ({ number }) => number, alignRight: true },
        { title: 'Sent', value: ({ sentOn }) => day(sentOn) },
        { title: 'Status', value: ({ status }) => status },
        { title: 'Why', value: ({ why }) => why },
        { title: 'Fee', value: ({ fee }) => sum(fee), alignRight: true },
      ]),
      Ledger: table(page.ledger, [
        { title: 'Date', value: ({ date }) => day(date) },
        { title: 'Entry', value: ({ title }) => title },
        { title: 'Books', value: ({ books }) => books },
        { title: 'Family', value: ({ amount }) => sum(amount), alignRight: true },
        { title: 'Balance after', value: ({ balanceAfter }) => sum(balanceAfter), alignRight: true },
      ]),
      Messages: table(page.messages, [
        { title: 'When', value: ({ at }) => moment(at, region) },
        { title: 'What', value: ({ title }) => title },
        { title: 'To', value: ({ recipient }) => recipient },
        { title: 'Status', value: ({ status }) => status },
      ]),
    }),
  )
}
