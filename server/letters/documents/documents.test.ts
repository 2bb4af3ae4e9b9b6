import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { firstOf } from '#tools/testing/long.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { overflows, readPdf } from '#tools/testing/pdf-text.ts'
import { directDebitAgreementPdf, type DirectDebitAgreementFacts } from './direct-debit-agreement-document.ts'
import { receiptPdf, type ReceiptFacts } from '../messages/receipt-document.ts'
import { statementPdf, type StatementFacts } from './statement-document.ts'
import { drawable } from './typeface.ts'

const company = {
  brand: 'Larkwell',
  support: {
    AU: { phone: '1300 139 445', email: 'help@larkwell.example' },
    UK: { phone: '020 7946 0445', email: 'help.uk@larkwell.example' },
  },
  legalEntity: {
    AU: { name: 'Larkwell Pty Ltd', number: '12 345 678 901' },
    UK: { name: 'Larkwell UK Ltd', number: '00000000' },
  },
}

const receipt: ReceiptFacts = {
  region: 'AU',
  payerName: 'Amelia Hart',
  students: ['Oliver Hart', 'Isla Hart'],
  instalment: '3 of 24, due 20 March 2026',
  pays: [],
  period: 'School year 2026',
  credit: null,
  stillToPay: null,
  shortId: 'LW20418',
  schoolName: 'Wattle Ridge College',
  paidOn: calendarDate('2026-03-20'),
  amount: cents(436_25),
  surcharge: cents(4_36),
  basisPoints: 100,
  methodName: 'Visa ending 4242',
  reference: '9F3C21AB',
  refunded: cents(0),
}

const statement: StatementFacts = {
  region: 'AU',
  month: calendarDate('2026-10-01'),
  madeOn: calendarDate('2026-11-01'),
  shortId: 'LW20418',
  names: ['Amelia Hart', 'Łukasz Žižka'],
  address: 'Unit 4, 12 Banksia Street, Erskineville NSW 2043',
  schools: ['Banksia Grammar', 'Wattle Ridge College'],
  opening: cents(-120_00),
  lines: [],
}

/** What a reader of the document would add up. */
const toCents = (money: string) =>
  Math.round(Number(money.replace('\u2212', '-').replace(/[+$£,]/g, '')) * 100)

const textOf = async (bytes: Uint8Array) =>
  (await readPdf(bytes)).pages.flatMap(({ lines }) => lines).join('\n')

describe('A receipt', () => {
  it('says who paid what, how and when, and whom to ask', async () => {
    const bytes = await receiptPdf(receipt, company)
    const pdf = await readPdf(bytes)
    const text = pdf.pages.flatMap(({ lines }) => lines).join('\n')
    expect(pdf).toMatchObject({
      title: 'Receipt 9F3C21AB',
      author: 'Larkwell',
      language: 'en-AU',
      isTagged: true,
    })
    for (const words of [
      'Amelia Hart',
      'LW20418',
      'Wattle Ridge College',
      '20 March 2026',
      'Visa ending 4242',
      '9F3C21AB',
      'Oliver Hart, Isla Hart',
      '3 of 24, due 20 March 2026',
      'School year 2026',
      'Larkwell Pty Ltd, ABN 12 345 678 901',
      'Payment to Wattle Ridge College $436.25',
      'Card surcharge (1%) $4.36',
      'Total paid $440.61',
      'Questions? Call 1300 139 445 or write to help@larkwell.example. Page 1 of 1',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/Refunded|still to pay/)
    expect(overflows(pdf)).toEqual([])
  })

  it('says what is still to pay after a part payment, and by when', async () => {
    const stillToPay = { amount: cents(850_00), dueOn: calendarDate('2026-04-17') }
    const text = await textOf(await receiptPdf({ ...receipt, stillToPay }, company))
    expect(text).toContain(
      '$850.00 of what Wattle Ridge College asked for is still to pay, by 17 April 2026.',
    )
  })

  it('is the same file however often it is asked for', async () => {
    const [first, second] = await Promise.all([receiptPdf(receipt, company), receiptPdf(receipt, company)])
    expect(Buffer.compare(first, second)).toBe(0)
  })

  it('says what has gone back since, in the money of the region', async () => {
    const facts = {
      ...receipt,
      region: 'UK' as const,
      surcharge: cents(0),
      refunded: cents(100_00),
      methodName: null,
    }
    const text = await textOf(await receiptPdf(facts, company))
    expect(text).toContain('Refunded since \u2212£100.00')
    expect(text).toContain('Paid after refunds £336.25')
    expect(text).toContain('020 7946 0445')
    expect(text).toContain('Larkwell UK Ltd, Company number 00000000')
    expect(text).not.toContain('surcharge')
    expect(text).not.toContain('Paid with')
  })
})

describe('A statement', () => {
  const lines = Array.from({ length: 300 }, (_, place) => ({
    postedOn: addDays(calendarDate('2026-10-01'), Math.floor(place / 10)),
    description:
      place % 7 === 0 ? null : `Card repayment number ${place} for the third term of the school year`,
    schoolName: place % 2 === 0 ? 'Wattle Ridge College' : 'Banksia Grammar',
    amount: cents(place % 3 === 2 ? -(602_40 + place) : 312_75 + place * 115),
  }))

  itLong('adds up by what is printed on it, over as many pages as it takes', async () => {
    const pdf = await readPdf(await statementPdf({ ...statement, lines }, company))
    const { pages } = pdf
    expect(pages.length).toBeGreaterThan(8)
    pages.forEach((page, place) => {
      expect(page.lines.some((line) => line.endsWith(`Page ${place + 1} of ${pages.length}`))).toBe(true)
      expect(page.lines.some((line) => line === 'Date Description School Amount Balance')).toBe(true)
    })
    const text = pages.flatMap((page) => page.lines)
    const row = /^(\d\d\/\d\d\/\d{4}) .*? ([+\u2212]\$[\d,]+\.\d\d) (\u2212?\$[\d,]+\.\d\d)$/
    const printed = text.flatMap((line) => row.exec(line)?.slice(2, 4) ?? [])
    const amounts = printed.filter((_, place) => place % 2 === 0).map(toCents)
    const balances = printed.filter((_, place) => place % 2 === 1).map(toCents)
    expect(amounts).toEqual(lines.map(({ amount }) => Number(amount)))
    let balance = -120_00
    for (const [place, amount] of amounts.entries()) {
      balance += amount
      expect(balances[place]).toBe(balance)
    }
    const closing = text.filter((line) => line.includes('Closing balance'))
    expect(toCents(closing.at(-1)?.replace('Closing balance ', '') ?? '')).toBe(balance)
    expect(
      text
        .find((line) => line.startsWith('\u2212$120.00 '))
        ?.split(' ')
        .map(toCents),
    ).toEqual([
      -120_00,
      amounts.filter((amount) => amount > 0).reduce((sum, amount) => sum + amount, 0),
      amounts.filter((amount) => amount < 0).reduce((sum, amount) => sum + amount, 0),
      balance,
    ])
    expect(overflows(pdf)).toEqual([])
  })

  it.each(firstOf(1, ['AU', 'UK'] as const))(
    'says how an account in %s stands, in sums that add up',
    async (region) => {
      const school = 'Wattle Ridge College'
      const overdue = Array.from({ length: 60 }, (_, place) => ({
        dueOn: addDays(calendarDate('2026-03-02'), place * 4),
        words:
          place % 3 === 0
            ? 'Payment of your plan, collected again on 5 November 2026'
            : 'Payment of your plan',
        schoolName: school,
        amount: cents(436_25 + place),
      }))
      const pdf = await readPdf(
        await statementPdf(
          {
            ...statement,
            region,
            standing: {
              balance: cents(480_00),
              parts: [
                { kind: 'ToSchool', amount: cents(436_25), schoolName: school },
                { kind: 'Available', amount: cents(43_75) },
              ],
              overdue,
              disputes: [
                {
                  amount: cents(312_50),
                  paidOn: calendarDate('2026-09-11'),
                  since: calendarDate('2026-10-02'),
                  method: 'Visa ending 4242',
                },
              ],
              onItsWay: [
                {
                  date: calendarDate('2026-10-30'),
                  words: 'Direct debit repayment',
                  schoolName: school,
                  amount: cents(99_10),
                },
              ],
            },
          },
          company,
        ),
      )
      const text = pdf.pages.flatMap((page) => page.lines)
      const printed = text.flatMap((line) => /Payment of your plan.* [$£]([\d,.]+)$/.exec(line)?.[1] ?? [])
      expect(printed.map(toCents)).toEqual(overdue.map(({ amount }) => Number(amount)))
      const sumOf = (label: string) =>
        toCents(text.findLast((line) => line.startsWith(`${label} `))?.slice(label.length) ?? '')
      expect(sumOf('Overdue in all')).toBe(printed.map(toCents).reduce((all, amount) => all + amount, 0))
      expect(sumOf('Closing balance of October 2026') + sumOf('Moved since then')).toBe(480_00)
      expect(sumOf('Balance on 1 November 2026')).toBe(480_00)
      expect(sumOf(`For ${school}`) + sumOf('Available to withdraw')).toBe(480_00)
      expect(text).toContain(`11/09/2026 02/10/2026 Visa ending 4242 ${region === 'AU' ? '$' : '£'}312.50`)
      expect(overflows(pdf)).toEqual([])
    },
  )

  it('names family, address, account, schools and the days it tells of', async () => {
    const pdf = await readPdf(await statementPdf(statement, company))
    const text = pdf.pages.flatMap((page) => page.lines).join('\n')
    expect(pdf.title).toBe('Statement 2026-10')
    for (const words of [
      'Statement for October 2026',
      '1 October 2026 to 31 October 2026',
      'Amelia Hart, Łukasz Žižka',
      'Unit 4, 12 Banksia Street, Erskineville NSW',
      'Banksia Grammar, Wattle Ridge College',
      'Issued on',
      '1 November 2026',
    ])
      expect(text).toContain(words)
  })
})

describeLong('A direct debit agreement', () => {
  const facts: DirectDebitAgreementFacts = {
    region: 'UK',
    customerName: 'Harriet Ashe',
    shortId: 'LW30977',
    schoolName: 'Oakfield School',
    bankAccount: 'Bank account ending 2345',
    holderName: 'H Ashe',
    agreedOn: calendarDate('2026-09-01'),
    version: 3,
    text: Array.from(
      { length: 60 },
      (_, place) => `Clause ${place + 1}. ${'I authorise the debits of my plan. '.repeat(20)}`,
    ).join('\n'),
    terms: null,
  }

  it('holds every word that was agreed to, over as many pages as it takes', async () => {
    const pdf = await readPdf(await directDebitAgreementPdf(facts, company))
    const text = pdf.pages.flatMap(({ lines }) => lines).join(' ')
    expect(pdf.pages.length).toBeGreaterThan(2)
    expect(text.match(/Clause \d+\./g)).toHaveLength(60)
    expect(text.match(/authorise/g)).toHaveLength(60 * 20)
    for (const words of [
      'Bank account ending 2345',
      'H Ashe',
      'version 3',
      'Direct Debit Guarantee',
      '1 September 2026',
    ])
      expect(text).toContain(words)
    expect(overflows(pdf)).toEqual([])
    const australian = await textOf(
      await directDebitAgreementPdf({ ...facts, region: 'AU', text: 'Yes.' }, company),
    )
    expect(australian).not.toContain('Guarantee')
  })
})

describe('Hostile words', () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'
  it.each([
    ['letters of both font files', 'Łukasz Ångström', 'Łukasz Ångström'],
    ['accents of no font file', 'Nguyễn Thị Ánh', 'Nguyen Thi Ánh'],
    ['another script', '王小明', '???'],
    ['pictures', 'Ann \u{1F600} Lee', 'Ann ? Lee'],
    ['control characters and half letters', 'A\0n\x1bn\uD800', 'Ann'],
    ['letters that turn the order around', 'Ann\u202Eeel', 'Anneel'],
    ['lines and odd spaces', 'Ann\n\u00a0\u2003Lee', 'Ann Lee'],
    [
      'what means something in a PDF',
      String.raw`(\) <</JS (app.alert)>> endobj`,
      String.raw`(\) <</JS (app.alert)>> endobj`,
    ],
    ['joined letters', 'o\ufb03ce', 'office'],
  ])('are drawn as far as they can be: %s', (_, given, drawn) => {
    expect(drawable(given)).toBe(drawn)
  })

  it.each([
    ['a name without end', `${long} `.repeat(40)],
    ['a name without spaces', long.repeat(40)],
    ['marks upon marks', `Z${'\u0351'.repeat(3000)}algo`],
    ['nothing', ''],
    ['code of a PDF', ')) >> endstream endobj trailer'],
    ['code of a page', '<script>alert(1)</script>&amp;'],
  ])('stay within their lines: %s', async (_, name) => {
    const worst = cents(-9_007_199_254_740_99)
    const bytes = await statementPdf(
      {
        ...statement,
        names: [name],
        address: name,
        schools: [name, name],
        shortId: 'LW20418',
        opening: worst,
        lines: [
          { postedOn: statement.month, description: name, schoolName: name, amount: cents(0 - worst) },
          { postedOn: statement.month, description: name, schoolName: null, amount: worst },
        ],
      },
      { ...company, brand: name.slice(0, 60) },
    )
    const pdf = await readPdf(bytes)
    expect(overflows(pdf)).toEqual([])
    expect(pdf.pages.length).toBeLessThanOrEqual(2)
    const receiptBytes = await receiptPdf(
      {
        ...receipt,
        payerName: name,
        schoolName: name,
        methodName: name,
        students: [name, name],
        period: name,
      },
      company,
    )
    expect(overflows(await readPdf(receiptBytes))).toEqual([])
  })
})
