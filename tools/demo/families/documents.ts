import { addDays, addMonthsClamped, calendarDate, daysBetween, yearOf } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { creditFromSchool, type Entry } from '../entries.ts'
import type { Moment } from '../moment.ts'
import type { SchoolName } from '../schools.ts'
import { demoFamily, dollars, type DemoFamily } from './demo-family.ts'

export const documentFamilies: DemoFamily[] = [
  demoFamily('docs.many', 'Constance Avery', 'Eight statements and five invoices to download.', {
    plans: [],
    history: nineMonthsOfEntries,
    documents: { statements: [3, 1, 8, 5, 2, 7, 4, 6], invoices: [9, 2, 5, 1, 7] },
  }),
  demoFamily(
    'docs.none',
    'Idris Bello',
    'Neither statements nor invoices, and a question to support.',
    // Where no money has moved, there is nothing to state.
    { plans: [] },
    {
      conversation: [{ by: 'Customer', text: 'When will my first statement be there?', daysAgo: 1 }],
    },
  ),
  demoFamily(
    'docs.upload',
    'Simone Achterberg',
    'Uploaded invoices: one waiting, one accepted, one rejected.',
    {
      documents: { uploads: ['Waiting', 'Accepted', 'Rejected'] },
    },
  ),
  demoFamily('docs.fail', 'Hector Villanueva', 'A statement whose file is missing, so its download fails.', {
    documents: { statements: [1], lacksFile: true },
  }),
  demoFamily(
    'wd.full',
    'Maryam Siddiqui',
    'Withdrawals in every state, two bank accounts and a balance of $640.',
    {
      productType: 'PlusFunded',
      // Its last payment arrived long ago and its credit before that, so that on every day all of it is available.
      plans: [{ status: 'Current', starts: -75, frequency: 'Month' }],
      entries: (moment) => [creditFromSchool(moment, 905_50, 120)],
      balance: dollars(640),
      withdrawals: {
        bankAccounts: ['6789', '3310'],
        requests: [
          { status: 'Pending', amount: dollars(120), daysAgo: 2 },
          { status: 'Approved', amount: dollars(60.5), daysAgo: 5 },
          { status: 'Paid', amount: dollars(85), daysAgo: 70 },
          { status: 'Declined', amount: dollars(240), daysAgo: 110 },
        ],
      },
    },
  ),
  demoFamily('wd.nobalance', 'Leopold Brandt', 'Withdrawals with nothing to withdraw.', {
    productType: 'PlusFunded',
    balance: cents(0),
    withdrawals: { bankAccounts: ['4071'] },
  }),
  demoFamily('wd.none', 'Carmen Ortega', 'No bank account for withdrawals and none asked for.', {
    productType: 'PlusFunded',
  }),
  demoFamily('tx.many', 'Augusta Pembroke', 'Sixty transactions over four years and three schools.', {
    plans: [],
    students: [
      { firstName: 'Clara', level: 'Year 11' },
      { firstName: 'Felix', level: 'Year 8', school: 'Banksia Grammar' },
      { firstName: 'Otto', level: 'Year 3', school: 'Jacaranda School' },
    ],
    history: fourYearsOfEntries,
  }),
  demoFamily('tx.none', 'Jerome Batiste', 'No transactions at all.', { plans: [] }),
  demoFamily(
    'tx.plus',
    'Kamala Reddy',
    'A Plus account with a balance, and a conversation with support.',
    { productType: 'PlusFunded', balance: dollars(1_234.5) },
    {
      conversation: [
        { by: 'Customer', text: 'Hello, can I take out part of my balance?', daysAgo: 3 },
        { by: 'Staff', text: 'Yes: under Transactions, choose Withdraw funds.', daysAgo: 3 },
        { by: 'Customer', text: 'Found it, thank you.', daysAgo: 2 },
        { by: 'Staff', text: 'With pleasure. Write again whenever you like.', daysAgo: 2 },
      ],
    },
  ),
  demoFamily('tx.fail', 'Sorcha Nolan', 'For transactions that cannot be loaded: an error with a retry.'),
]

/** Two payments in and one to the school in each month that has a statement. */
function nineMonthsOfEntries({ today }: Moment): Entry[] {
  const thisMonth = calendarDate(`${today.slice(0, 7)}-01`)
  return Array.from({ length: 9 }, (_, index) => addMonthsClamped(thisMonth, index - 9)).flatMap(
    (month, index) => [
      { ...repayment, description: 'Card repayment', on: addDays(month, 4), amount: cents(418_50) },
      { ...repayment, description: 'Card repayment', on: addDays(month, 18), amount: cents(418_50) },
      { ...toSchool, on: addDays(month, 24), amount: cents(780_00 + index * 10_00) },
    ],
  )
}

const perYear = 15
const inThreeSchools: SchoolName[] = ['Wattle Grove College', 'Banksia Grammar', 'Jacaranda School']

/** Sixty rows over four calendar years: payments in, then one to the school for them, and so on. */
function fourYearsOfEntries({ today }: Moment): Entry[] {
  return [3, 2, 1, 0].flatMap((yearsAgo) => {
    const year = yearOf(today) - yearsAgo
    const first = calendarDate(`${year}-01-01`)
    const last = yearsAgo === 0 ? today : calendarDate(`${year}-12-20`)
    return Array.from({ length: perYear }, (_, index): Entry => {
      const on = addDays(first, Math.floor((daysBetween(first, last) * (index + 1)) / perYear))
      const school = inThreeSchools[(index + yearsAgo) % inThreeSchools.length] ?? null
      if (index === 0 && yearsAgo === 3) return carriedOver(on)
      if (index % 3 === 2) {
        const isFirst = index === 2 && yearsAgo === 3
        return {
          ...toSchool,
          on,
          school,
          amount: cents((isFirst ? 0 : paidIn(index - 2)) + paidIn(index - 1)),
        }
      }
      const description = index === 4 && yearsAgo === 1 ? null : 'Card repayment'
      return { ...repayment, description, on, school, amount: cents(paidIn(index)) }
    })
  })
}

const paidIn = (index: number) => 31_275 + index * 115

const repayment = { kind: 'Repayment', from: 'ProviderClearing', to: 'Family' } as const
const toSchool = {
  kind: 'PaymentToSchool',
  description: 'Payment to school',
  from: 'Family',
  to: 'School',
} as const

function carriedOver(on: Entry['on']): Entry {
  return {
    kind: 'Adjustment',
    description: 'Balance carried over',
    on,
    school: null,
    from: 'Suspense',
    to: 'Family',
    amount: dollars(30.9),
  }
}
